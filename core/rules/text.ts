/** Scripts whose words need a joiner or non-joiner between two letters. */
const joined = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
const joinedLetter = `[${joined.map((script) => `\\p{Script=${script}}`).join('')}]`
const picture = '\\p{Extended_Pictographic}[\\u{fe0f}\\p{Emoji_Modifier}]*'

/** Invisible characters, after those that need them: joined emoji, tag flags, joining letters, emoji variants. */
const unseen = new RegExp(
	`(${picture}\\u200d)(?=\\p{Extended_Pictographic})|(\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f})|` +
		`(${joinedLetter}[\\u200c\\u200d])(?=${joinedLetter})|(\\p{Emoji}\\ufe0f)|[\\p{Cf}\\p{DI}]`,
	'gu',
)

/** Hyphens, minus and en dash, which phones and papers use instead of `-`. */
const hyphens = /[\u2010-\u2013\u2212\ufe63\uff0d]/g

/**
 * A typed text as stored: NFC, without invisible and direction marks, plain hyphens and spaces, trimmed; line breaks
 * stay.
 */
export function cleanText(text: string): string {
	return text
		.replace(
			unseen,
			(_, picture?: string, flag?: string, letter?: string, drawn?: string) =>
				[picture, flag, letter, drawn].find((kept) => kept !== undefined) ?? '',
		)
		.normalize('NFC')
		.replace(hyphens, '-')
		.replace(/\p{Zs}/gu, ' ')
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.trim()
}

/** A typed text of one line: tabs and line breaks, copied from a sheet, become spaces. */
export const cleanLine = (text: string): string => cleanText(text.replace(/[\t\r\n\u2028\u2029]+/g, ' '))

export const hasLetter = (text: string): boolean => /\p{L}/u.test(text)

/** Letters for comparison: without accents and in lower case. */
export const fold = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.trim()

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

/** Signs that people write for the point of the thousands. */
const thousandsMark = /(?<=\d)[\u00b7\u2022\u2027\u2219\u22c5\u30fb_](?=\d)/gu

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
export const plainNumbers = (text: string): string =>
	joinThousands(plainDigits(text.replace(quotes, "'")).replace(thousandsMark, '.'))

const numberMark = /(^|[^\p{L}\d])(?:nros?|n[uú]m(?:ero)?|n\.?[o°]?|#)[\s.:°-]*(?=\d)/giu

/** `s/n`, `S/N°`, `sin número`. */
const numberless = /(^|[\s,])(?:s\s?\/\s?n(?:ro)?[°.]?|sin n[uú]mero)(?=$|[\s,])/giu

/** Whether an address says that its house has no number. */
export const isNumberless = (text: string): boolean => text.search(numberless) >= 0

/** `Providencia1234`; not `Km5`, which may be a name. */
const joinedNumber = /(\p{L}{3})(?=\d{1,5}(?![\p{L}\d]))/gu
/** `4501 Apoquindo`; numbers below 100 begin names (`21 de Mayo`, `4 Oriente`). */
const numberFirst = /^(\d{3,5}),?\s+(?!(?:de|norte|sur|oriente|poniente)(?!\p{L}))(\p{L}[^,\d]*?)\s*(?=,|$)/iu
/** `Apoquindo 4501, 1203`: a number alone behind the house's is an apartment's. */
const numberBehind = /^([^,]*\p{L}[^,]*\s\d{1,5}[a-z]?\s*)((?:,[^,]*)+)$/iu

function withoutNumberBehind(text: string): string {
	const [, house = text, parts = ''] = numberBehind.exec(text) ?? []
	if (nameBefore.test(house.replace(/\s*\d+[a-z]?\s*$/i, ''))) return text
	return house + parts.replace(/,\s*\d{1,4}[a-z]?\s*(?=,|$)/gi, '')
}

/**
 * An address as a search query: the street before its plain number, without `N°` or `s/n`, a bare number of an apartment, and a
 * postal code of 7 digits.
 */
export const searchableAddress = (text: string): string =>
	withoutNumberBehind(
		plainNumbers(text)
			.replace(numberMark, '$1')
			.replace(numberless, '$1')
			.replace(/(^|\D)\d{7}(?!\d)/g, '$1')
			.replace(joinedNumber, '$1 ')
			.trim()
			.replace(numberFirst, '$2 $1'),
	).trim()
