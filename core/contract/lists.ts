import { z } from 'zod'
import { days, maxInteger, rowNumber } from '#core/contract/fields.ts'
import { maxEmailCharacters } from '#core/rules/person-data.ts'
import { cleanLine } from '#core/rules/text.ts'
import { daySpans } from '#core/rules/times.ts'

const defaultPageSize = 25
const maxPageSize = 100
const maxPage = 1_000_000

/** An empty parameter equals an absent one. */
export const optionalText = (maxCharacters: number) =>
	z
		.string()
		.overwrite(cleanLine)
		.max(maxCharacters)
		.optional()
		.transform((text) => (text === '' ? undefined : text))

/** An optional choice among some values. */
export const optionalOneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	optionalText(40).pipe(z.enum(values).optional())

/** A search of the panel: as long as the longest e-mail address. */
export const searchText = optionalText(maxEmailCharacters)

/** The requested page of a list, from 1. */
export const pageQuery = z.object({
	page: z.coerce.number().int().min(1).max(maxPage).default(1),
	page_size: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
export type PageQuery = z.output<typeof pageQuery>

/** The answer of every list of the panel: one page, and the count of all rows. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
	z.object({ results: z.array(item), count: z.int().min(0) })

/** A numeric id in an address. An impossible id is read as 0, so that it is answered like an unknown one. */
export const numberParams = z.object({ id: z.coerce.number<string | number>().int().min(0).max(maxInteger).catch(0) })

/** The version on which an edit is based; absent to overwrite any. */
export const expectedVersion = rowNumber.optional()

/**
 * An edit: the one changed field; its version is in `If-Match`. The use case validates the field's name, so that an
 * unknown one gets 422 and not 400.
 */
export const editRequest = z.record(z.string(), z.unknown())
export type EditRequest = z.output<typeof editRequest>

/** `If-Match: "3"`, the version on which an edit is based; absent to overwrite any. */
export const ifMatchHeader = z.looseObject({ 'if-match': z.string().max(20).optional() })

/** The key of one click: the same key is the same click. */
export const idempotencyKey = z.string().trim().min(8).max(200)

/** Added to the answer of a repeated key. */
export const repeated = { repetida: z.boolean().describe('this key was used before: nothing was done again') }

function toKnownDay(day: string): string {
	if (day < days.first) return days.first
	return day > days.last ? days.last : day
}

/**
 * A day of Santiago's calendar, `YYYY-MM-DD`. One outside the valid range, such as a half-typed year, becomes the
 * nearest valid one.
 */
export const dayText = optionalText(10)
	.pipe(z.iso.date().optional())
	.transform((day) => (day === undefined ? undefined : toKnownDay(day)))

/** Days of Santiago, both included; without them the last 30. */
export const periodQuery = z.object({ desde: dayText, hasta: dayText })
export type PeriodQuery = z.output<typeof periodQuery>

/** A period whose rows are summed by day, week (from Monday) or month. */
export const spanQuery = periodQuery.extend({
	por: optionalText(10).pipe(z.enum(daySpans).optional()).describe('without it by day'),
})
export type SpanQuery = z.output<typeof spanQuery>

/** A file of the panel for a spreadsheet. */
export const csvFile = {
	caller: 'staff',
	method: 'GET',
	permission: 'exportar',
	produces: ['text/csv'],
	answer: z.any().describe('El archivo, para Excel'),
} as const
