/** Scripts whose words need a joiner or non-joiner between two of their letters. */
const joined = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
const joinedLetter = `[${joined.map((script) => `\\p{Script=${script}}`).join('')}]`
const picture = '\\p{Extended_Pictographic}[\\u{fe0f}\\p{Emoji_Modifier}]*'

/** Marks that are not seen, and before them what needs them: joined emoji, flags of tags, letters that join, drawn emoji. */
const unseen = new RegExp(
	`(${picture}\\u200d)(?=\\p{Extended_Pictographic})|(\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f})|` +
		`(${joinedLetter}[\\u200c\\u200d])(?=${joinedLetter})|(\\p{Emoji}\\ufe0f)|[\\p{Cf}\\p{DI}]`,
	'gu',
)

/** Hyphens, the minus and the en dash, which phones and papers put in the place of `-`. */
const hyphens = /[\u2010-\u2013\u2212\ufe63\uff0d]/g

/** A typed text as it is stored: NFC, without unseen and direction marks, plain hyphens and spaces, trimmed; lines are kept. */
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

/** A typed text of one line: tabs and ends of lines, which come along from a sheet, are spaces. */
export const cleanLine = (text: string): string => cleanText(text.replace(/[\t\r\n\u2028\u2029]+/g, ' '))

export const hasLetter = (text: string): boolean => /\p{L}/u.test(text)
