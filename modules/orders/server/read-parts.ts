import { and, type SQL } from 'drizzle-orm'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import type { OrderRow } from '#modules/orders/tables.ts'

type PartDeps = Pick<StaffDeps, 'signer' | 'clock'>

/** For each field that a module adds to an answer about orders: its reader, which reads it of all of them at once. */
export type PartReaders<Parts> = {
	readonly [Field in keyof Parts]: (
		deps: PartDeps,
		db: Queryable,
		orders: readonly OrderRow[],
	) => Promise<(order: OrderRow) => Parts[Field]>
}

/** Reads the fields that modules add to an answer about some orders. */
export async function readParts<Parts>(
	readers: PartReaders<Parts>,
	deps: PartDeps,
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<(order: OrderRow) => Parts> {
	const read: [string, (order: OrderRow) => unknown][] = []
	for (const name in readers) read.push([name, await readers[name](deps, db, orders)])
	return (order) => Object.fromEntries(read.map(([name, of]) => [name, of(order)])) as Parts
}

/** For each filter that a module adds to the panel's orders: its SQL condition at a time. */
export type PartFilters<Filter> = {
	readonly [Field in keyof Filter]-?: (
		db: Queryable,
		value: NonNullable<Filter[Field]>,
		now: Date,
	) => SQL | undefined | Promise<SQL | undefined>
}

/** The SQL condition of the filters that modules add; undefined: all orders. */
export async function partsWhere<Filter>(
	filters: PartFilters<Filter>,
	db: Queryable,
	filter: Partial<Filter>,
	now: Date,
): Promise<SQL | undefined> {
	const chosen: (SQL | undefined)[] = []
	for (const name in filters) {
		const value = filter[name]
		if (value !== undefined && value !== null) chosen.push(await filters[name](db, value, now))
	}
	return and(...chosen)
}

/**
 * What a change of an order means for a module: reads what matters before it, and returns a function that gives the
 * consequences afterwards, as sentences for staff.
 */
export type WatchEffects = (tx: Transaction, before: OrderRow) => Promise<(after: OrderRow) => Promise<string[]>>
