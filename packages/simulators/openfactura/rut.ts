/** Returns whether a RUT has the provider's format, `12345678-9` without dots, and a valid check digit. */
export function isProviderRut(text: string): boolean {
	const [, digits = '', sign] = /^(\d{1,8})-([\dK])$/.exec(text) ?? []
	let sum = 0
	let factor = 2
	for (const digit of [...digits].reverse()) {
		sum += Number(digit) * factor
		factor = factor === 7 ? 2 : factor + 1
	}
	return sign !== undefined && sign === ('0K987654321'[sum % 11] ?? '')
}

/** Receiver of an anonymous boleta. */
export const anybody = '66666666-6'
