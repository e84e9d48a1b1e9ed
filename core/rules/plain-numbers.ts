const quotes = /[’‘ʼ`´′]/g
const otherDigit = /[^\P{Nd}0-9]/gu
const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The value of a digit of any script: Unicode encodes each script's 0 to 9 consecutively. */
function digitValue(digit: string): string {
	const code = digit.codePointAt(0) ?? 0
	let value = 0
	while (value < 9 && isDigit(code - value - 1)) value += 1
	return String(value)
}

/** Words before a number that belongs to the name of a street: `Pasaje 12 345` is not 12345. */
const nameBefore = /(?:^|[^\p{L}])(?:avenida|avda?|av|calle|pasaje|psa?je?|pje|diagonal|ruta|sector|manzana|mz)\.?$/iu

/** `4.860`, `4,860`, `4'860` and `4 860` are one number of two groups. */
const joinThousands = (text: string) =>
	text.replace(
		/(^|[^\d.,'])(\d{1,2})([.,' ])(\d{3})(?!\d|[.,']\d)/g,
		(all, before, thousands, mark, rest, at: number) =>
			mark === ' ' && nameBefore.test(text.slice(0, at + before.length).trimEnd())
				? all
				: `${before}${thousands}${rest}`,
	)

/** A text with the digits of every script as 0 to 9. */
export const plainDigits = (text: string): string => text.normalize('NFKC').replace(otherDigit, digitValue)

/** A text with numbers in the format of the map's addresses: digits 0 to 9, without thousands separators. */
export const plainNumbers = (text: string): string => joinThousands(plainDigits(text.replace(quotes, "'")))

const numberMark = /(^|[^\p{L}\d])(?:nros?|n[uú]m(?:ero)?|n\.?[o°]?|#)[\s.:°-]*(?=\d)/giu

/** An address as a search query: plain numbers without `N°` before them, and without a postal code of 7 digits. */
export const searchableAddress = (text: string): string =>
	plainNumbers(text)
		.replace(numberMark, '$1')
		.replace(/(^|\D)\d{7}(?!\d)/g, '$1')
		.trim()
