import { and, isNotNull, lt, or } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import type { Clock } from '#server/platform/clock.ts'

/** For how many days Google's terms let a shop keep coordinates; no provider's are kept for longer. */
const positionDays = 30

/** Takes coordinates and metres out of orders older than 30 days; address and charge stay. A daily job. */
export async function purgePositions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const { lat, lng, distancia_m, created_at } = ordenes
	const end = new Date(clock.now().getTime() - positionDays * 86_400_000)
	const isPlaced = or(isNotNull(lat), isNotNull(lng), isNotNull(distancia_m))
	await db
		.update(ordenes)
		.set({ lat: null, lng: null, distancia_m: null })
		.where(and(lt(created_at, end), isPlaced))
}
