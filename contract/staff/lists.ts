import { z } from 'zod'
import { days, maxInteger, rowNumber } from '#contract/column-types.ts'
import { maxEmailCharacters } from '#domain/accounts/email-address.ts'
import { cleanLine } from '#domain/typed-text.ts'

const defaultPageSize = 25
const maxPageSize = 100
const maxPage = 1_000_000

/** An empty parameter of an address means the same as one left out. */
export const optionalText = (maxCharacters: number) =>
	z
		.string()
		.overwrite(cleanLine)
		.max(maxCharacters)
		.optional()
		.transform((text) => (text === '' ? undefined : text))

/** What is typed into a search of the panel: the longest e-mail address has room. */
export const searchText = optionalText(maxEmailCharacters)

/** The part of a list that is asked for; pages count from 1. */
export const pageQuery = z.object({
	page: z.coerce.number().int().min(1).max(maxPage).default(1),
	page_size: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
export type PageQuery = z.output<typeof pageQuery>

/** How every list of the panel answers: one page, and how many there are in all. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
	z.object({ results: z.array(item), count: z.int().min(0) })

/** An id in an address that is a number. An id that no row can have is read as 0, so that it is answered like an unknown one. */
export const numberParams = z.object({ id: z.coerce.number<string | number>().int().min(0).max(maxInteger).catch(0) })

/** The version of a row that an edit was made on; left out where overwriting does not matter. */
export const expectedVersion = rowNumber.optional()

/**
 * An edit: the one field that changed; the version that it was made on travels in `If-Match`. Which fields may change is the use
 * case's to say, so that another field gets 422 and not the 400 of what cannot be read.
 */
export const editRequest = z.record(z.string(), z.unknown())
export type EditRequest = z.output<typeof editRequest>

/** `If-Match: "3"`, the version of the row that a change was made on; left out where overwriting does not matter. */
export const ifMatchHeader = z.looseObject({ 'if-match': z.string().max(20).optional() })

function toKnownDay(day: string): string {
	if (day < days.first) return days.first
	return day > days.last ? days.last : day
}

/** A day of Santiago's calendar, `YYYY-MM-DD`. One outside of the shop's days, as a year that is half typed, means the nearest of them. */
export const dayText = optionalText(10)
	.pipe(z.iso.date().optional())
	.transform((day) => (day === undefined ? undefined : toKnownDay(day)))
