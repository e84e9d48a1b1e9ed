import { and, isNotNull, lt } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Days until an unpaid order's network is deleted. */
const networkDays = 30

/** Deletes the network of orders older than 30 days; paid and cancelled ones have none. A daily job. */
export async function purgeNetworks({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const end = new Date(clock.now().getTime() - networkDays * 86_400_000)
	await db
		.update(ordenes)
		.set({ red: null })
		.where(and(isNotNull(ordenes.red), lt(ordenes.created_at, end)))
}
