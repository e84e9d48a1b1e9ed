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
