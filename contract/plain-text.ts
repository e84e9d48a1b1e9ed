import { z } from 'zod'

/**
 * Text of one line that a person typed: trimmed, and without control characters, which no name or address has. A tab or the end
 * of a line, which come along from a sheet that it was copied from, is a space.
 */
export const plainText = (maxCharacters: number) =>
	z
		.string()
		.overwrite((text) => text.replace(/[\t\r\n]+/g, ' '))
		.trim()
		.max(maxCharacters)
		.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Hay signos que no se pueden usar.')
