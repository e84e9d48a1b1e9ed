import { z } from 'zod'

/** Text of one line that a person typed: trimmed, and without control characters, which no name or address has. */
export const plainText = (maxCharacters: number) =>
	z
		.string()
		.trim()
		.max(maxCharacters)
		.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Hay signos que no se pueden usar.')
