import { and, isNotNull, lt } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import type { Clock } from '#server/platform/clock.ts'

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
