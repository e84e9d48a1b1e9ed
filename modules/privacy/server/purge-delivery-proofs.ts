import { and, eq, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { correos } from '#core/server/mail/tables.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { deliveryProofDays } from '#modules/rounds/delivery-photo.ts'
import { fotosEntrega, paradas, retiros } from '#modules/rounds/tables.ts'

/** Deletes photos of deliveries, their files before the transaction commits: after a failure it can be retried. */
export async function deletePhotos(tx: Transaction, files: Files, which: SQL | undefined): Promise<void> {
	const gone = await tx.delete(fotosEntrega).where(which).returning({ archivo: fotosEntrega.archivo })
	for (const { archivo } of gone) await files.delete(archivo)
}

/** Deletes photos of deliveries, and recipients of parcels, after the time for disputes. A daily job. */
export async function purgeDeliveryProofs(deps: { db: Database; files: Files; clock: Clock }): Promise<void> {
	const end = new Date(deps.clock.now().getTime() - deliveryProofDays * 86_400_000)
	await deps.db.transaction(async (tx) => {
		await deletePhotos(tx, deps.files, lt(fotosEntrega.created_at, end))
		await tx
			.update(paradas)
			.set({ recibe: '' })
			.where(and(lt(paradas.hecha_at, end), ne(paradas.recibe, '')))
		await tx
			.update(retiros)
			.set({ recibe: '' })
			.where(and(lt(retiros.hecha_at, end), ne(retiros.recibe, '')))
		const names = and(eq(correos.plantilla, 'entregado'), lt(correos.created_at, end))
		await tx
			.update(correos)
			.set({ datos: sql`${correos.datos} || '{"recibe": ""}'::jsonb` })
			.where(and(names, sql`${correos.datos} ->> 'recibe' <> ''`))
	})
}
