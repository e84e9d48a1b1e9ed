import { and, isNotNull, lt, or } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Days for which Google's terms allow storing coordinates; applied to every provider. */
const positionDays = 30

/** Deletes coordinates and metres of orders older than 30 days; address and charge stay. A daily job. */
export async function purgePositions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const { lat, lng, distancia_m, created_at } = ordenes
	const end = new Date(clock.now().getTime() - positionDays * 86_400_000)
	const isPlaced = or(isNotNull(lat), isNotNull(lng), isNotNull(distancia_m))
	await db
		.update(ordenes)
		.set({ lat: null, lng: null, distancia_m: null })
		.where(and(lt(created_at, end), isPlaced))
}

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
