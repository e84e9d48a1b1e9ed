import { z } from 'zod'

/** The largest whole number that an `integer` column of the database holds. */
export const maxInteger = 2_147_483_647

/** A whole number that fits an `integer` column. */
export const integer = z.int().min(-maxInteger).max(maxInteger)

/** A whole number from 0 that fits an `integer` column: pesos, units. */
export const amount = z.int().min(0).max(maxInteger)

/** The version of a row, or the id of one. */
export const rowNumber = z.int().min(1).max(maxInteger)

const toColumn = (value: number) => Math.min(Math.max(value, -maxInteger), maxInteger)

/**
 * A whole number for a field whose own rule has a smaller limit: one beyond the column counts as the largest that it holds, so
 * that this rule refuses it with its sentence.
 */
export const limitedInteger = z.preprocess(
	(value: number) => (Number.isInteger(value) ? toColumn(value) : value),
	integer,
)

/** `limitedInteger` as a field of a form sends it too: as text, where an empty one counts as 0. */
export const wholeNumber = z.preprocess(
	(value: number | string) =>
		typeof value === 'string' && /^(-?\d{1,12})?$/.test(value.trim()) ? Number(value) : value,
	limitedInteger,
)

/** PostgreSQL knows no year 0, and JavaScript writes years beyond 9999 in a way that PostgreSQL does not read. */
const moments = { first: '1970-01-01T00:00:00Z', last: '9999-12-31T23:59:59Z' } as const

/** A moment that a column holds; a phone whose clock was reset begins at the first one. */
export const moment = z.iso
	.datetime({ offset: true })
	.refine((text) => Date.parse(text) >= Date.parse(moments.first) && Date.parse(text) <= Date.parse(moments.last))
	.meta({ formatMinimum: moments.first, formatMaximum: moments.last })

/** The days that the shop knows: nothing of it is older, and it plans nothing later. */
export const days = { first: '2000-01-01', last: '2100-12-31' } as const

/** A day of Santiago's calendar, `YYYY-MM-DD`. */
export const day = z.iso
	.date()
	.refine((text) => text >= days.first && text <= days.last)
	.meta({ formatMinimum: days.first, formatMaximum: days.last })
