import { plainDigits } from '#core/rules/plain-numbers.ts'

/** The last 9 digits of a typed phone (so that +56 9 … and 09 … both work). */
export function phoneDigits(typed: string): string {
	return plainDigits(typed).replace(/\D/g, '').slice(-9)
}

export function isPhone(digits: string): boolean {
	return /^\d{9}$/.test(digits)
}

/** A phone of 9 digits as `+56 9 1234 5678`. */
export function formatPhone(digits: string): string {
	return isPhone(digits) ? `+56 ${digits[0]} ${digits.slice(1, 5)} ${digits.slice(5)}` : digits
}
