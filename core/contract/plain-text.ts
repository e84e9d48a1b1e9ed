import { z } from 'zod'
import { cleanLine, cleanText } from '#core/rules/typed-text.ts'

/** Typed text of one line, cleaned, and without control characters, which no name or address has. */
export const plainText = (maxCharacters: number) =>
	z
		.string()
		.overwrite(cleanLine)
		.max(maxCharacters)
		.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Hay signos que no se pueden usar.')

/** Typed text of several lines, cleaned. */
export const plainLines = (maxCharacters: number) =>
	z
		.string()
		.overwrite(cleanText)
		.max(maxCharacters)
		.regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u, 'Hay signos que no se pueden usar.')

/** A person's name. A direction override is rejected, not removed: it displays the letters in another order than they are stored. */
export const personName = (maxCharacters: number, minCharacters = 1) =>
	z
		.string()
		.regex(/^[^\u202d\u202e]*$/, 'Hay signos que no se pueden usar.')
		.pipe(plainText(maxCharacters).min(minCharacters))
