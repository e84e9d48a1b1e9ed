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
