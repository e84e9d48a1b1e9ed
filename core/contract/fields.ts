import { z } from 'zod'
import { cleanLine, cleanText } from '#core/rules/text.ts'

export const maxInteger = 2_147_483_647

export const integer = z.int().min(-maxInteger).max(maxInteger)

/** A whole number from 0 that fits an `integer` column: CLP, units. */
export const amount = z.int().min(0).max(maxInteger)

/** The version of a row, or the id of one. */
export const rowNumber = z.int().min(1).max(maxInteger)

const toColumn = (value: number) => Math.min(Math.max(value, -maxInteger), maxInteger)

/**
 * A whole number for a field with a smaller limit of its own: one beyond the column is reduced to the maximum, so that
 * the field's own rule rejects it with its message.
 */
export const limitedInteger = z.preprocess(
	(value: number) => (Number.isInteger(value) ? toColumn(value) : value),
	integer,
)

/** `limitedInteger` that also accepts a form's text, where an empty one is 0. */
export const wholeNumber = z.preprocess(
	(value: number | string) =>
		typeof value === 'string' && /^(-?\d{1,12})?$/.test(value.trim()) ? Number(value) : value,
	limitedInteger,
)

/** PostgreSQL has no year 0, and cannot parse JavaScript's format of years beyond 9999. */
const moments = { first: '1970-01-01T00:00:00Z', last: '9999-12-31T23:59:59Z' } as const

/** A time that a column can store; a phone with a reset clock sends the first one. */
export const moment = z.iso
	.datetime({ offset: true })
	.refine((text) => Date.parse(text) >= Date.parse(moments.first) && Date.parse(text) <= Date.parse(moments.last))
	.meta({ formatMinimum: moments.first, formatMaximum: moments.last })

/** The range of valid days. */
export const days = { first: '2000-01-01', last: '2100-12-31' } as const

export const day = z.iso
	.date()
	.refine((text) => text >= days.first && text <= days.last)
	.meta({ formatMinimum: days.first, formatMaximum: days.last })

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

/** `username` is the e-mail, matched without case. */
export const tokenRequest = z.object({ username: z.string().max(320), password: z.string().max(1024) })
/**
 * The answer of every login. Access lasts 15 minutes, refresh 30 days and is used once; 90 days after the login both
 * end.
 */
export const tokenAnswer = z.object({ access: z.string(), refresh: z.string() })
export type TokenAnswer = z.infer<typeof tokenAnswer>
