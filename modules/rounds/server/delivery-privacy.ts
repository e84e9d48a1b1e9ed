import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import type { ReadKeptFiles } from '#core/server/files/kept-file.ts'
import type { PurgeDeps } from '#modules/context.ts'
import { correos } from '#modules/orders/mail-tables.ts'
import { deliveryProofDays } from '#modules/rounds/delivery-photo.ts'
import { fotosEntrega, paradas, retiros } from '#modules/rounds/tables.ts'

/** Deletes photos of deliveries, their files before the transaction commits: after a failure it can be retried. */
export async function deletePhotos(tx: Transaction, files: Files, which: SQL | undefined): Promise<void> {
	const gone = await tx.delete(fotosEntrega).where(which).returning({ archivo: fotosEntrega.archivo })
	for (const { archivo } of gone) await files.delete(archivo)
}

/** Removes who received the parcels of orders, notes for the courier, and photos of the deliveries. */
export async function forgetDeliveries({ files }: PurgeDeps, tx: Transaction, orderIds: string[]): Promise<void> {
	await tx.update(paradas).set({ recibe: '', nota: '' }).where(inArray(paradas.orden_id, orderIds))
	await tx.update(retiros).set({ recibe: '', sin_codigo: '' }).where(inArray(retiros.orden_id, orderIds))
	const stops = tx.select({ id: paradas.id }).from(paradas).where(inArray(paradas.orden_id, orderIds))
	await deletePhotos(tx, files, inArray(fotosEntrega.parada_id, stops))
}

/** The deliveries of orders for the customer's copy of their data. */
export async function exportDeliveries(db: Database, orderIds: string[]) {
	const { id, orden_id, estado, hecha_at, recibe, motivo } = paradas
	const fotos = db.$count(fotosEntrega, eq(fotosEntrega.parada_id, id))
	return await db
		.select({ orden_id, estado, hecha_at, recibe, motivo, fotos })
		.from(paradas)
		.where(inArray(orden_id, orderIds))
}

/** Deletes photos of deliveries, and recipients of parcels, after the time for disputes. A daily job. */
export async function purgeDeliveryProofs(deps: PurgeDeps & { readonly db: Database }): Promise<void> {
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

/** Photos of deliveries within their retention period. */
export const filesOfDeliveries: ReadKeptFiles = async (tx) => {
	const { id, archivo } = fotosEntrega
	const photos = await tx.select({ id, archivo }).from(fotosEntrega)
	const isKeptPhoto = async (db: Database, photoId: string) =>
		(await db.select({ id }).from(fotosEntrega).where(eq(id, photoId)).for('share')).length > 0
	return photos.map((photo) => ({ archivo: photo.archivo, isWanted: (db) => isKeptPhoto(db, photo.id) }))
}
