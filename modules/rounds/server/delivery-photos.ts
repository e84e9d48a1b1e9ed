import { and, asc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { addressOf } from '#core/contract/endpoint.ts'
import { type FailureCode, refuse } from '#core/contract/failure.ts'
import { retentionDays } from '#core/rules/retention.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { Files, ReadKeptFiles, StoredFile } from '#core/server/files/files.ts'
import type { PictureDecoder, Undrawn } from '#core/server/pictures/picture-decoder.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { PurgeDeps, StaffDeps } from '#modules/lists/context.ts'
import { correos } from '#modules/orders/tables.ts'
import { isOpenStop, photoSide, photosPerStop } from '#modules/rounds/delivery-state.ts'
import { showStopPhoto } from '#modules/rounds/endpoints.ts'
import { fotosEntrega, paradas, retiros, type StopRow } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

const purpose = 'foto_entrega'
const linkMinutes = 60

export interface PhotoLinkDeps {
	readonly signer: Signer
	readonly clock: Clock
}

/** Reads the photos of stops, oldest first, with their links, valid for one hour. */
export async function readPhotoLinks(
	deps: PhotoLinkDeps,
	db: Queryable,
	stopIds: readonly string[],
): Promise<(stopId: string) => string[]> {
	const { id, parada_id, created_at } = fotosEntrega
	const rows =
		stopIds.length === 0
			? []
			: await db
					.select({ id, parada_id })
					.from(fotosEntrega)
					.where(inArray(parada_id, [...stopIds]))
					.orderBy(asc(created_at), asc(id))
	const expires = new Date(deps.clock.now().getTime() + linkMinutes * 60_000)
	return (stopId) =>
		rows
			.filter((row) => row.parada_id === stopId)
			.map((row) => addressOf(showStopPhoto, { params: { token: deps.signer.sign(purpose, row.id, expires) } }))
}

/** Reads the photo of a link. Refuses with `enlace_vencido` for an altered or expired link, and with `no_encontrado`. */
export async function readPhoto(
	deps: PhotoLinkDeps & { db: Database; files: Files },
	token: string,
): Promise<{ id: string; file: StoredFile }> {
	const id = deps.signer.verify(purpose, token, deps.clock.now())
	if (typeof id !== 'string') refuse('enlace_vencido')
	const [row] = await deps.db
		.select({ archivo: fotosEntrega.archivo })
		.from(fotosEntrega)
		.where(eq(fotosEntrega.id, id))
	const file = row && (await deps.files.open(row.archivo))
	return file ? { id, file } : refuse('no_encontrado')
}

export interface StopPhotoDeps extends StaffDeps {
	readonly files: Files
	readonly pictures: Pick<PictureDecoder, 'draw'>
}

const drawing = { maxPixels: 25_000_000, maxWidth: photoSide, maxHeight: photoSide, quality: 75 }
const undrawn: Readonly<Record<Undrawn, FailureCode>> = {
	unreadable: 'foto_no_imagen',
	incomplete: 'foto_incompleta',
	too_many_pixels: 'foto_grande',
	too_small: 'foto_no_imagen',
	too_costly: 'foto_grande',
}

async function readStop(db: StaffDeps['db'], stopId: string): Promise<StopRow> {
	const [stop] = await db.select().from(paradas).where(eq(paradas.id, stopId))
	return stop ?? refuse('no_encontrado')
}

/** Refuses unless the stop is finished, has fewer than the maximum of photos, and the setting is on. */
async function findStop(db: StaffDeps['db'], stopId: string): Promise<StopRow> {
	if (!isUuid(stopId)) refuse('no_encontrado')
	const stop = await readStop(db, stopId)
	const taken = await db.$count(fotosEntrega, eq(fotosEntrega.parada_id, stopId))
	const isWanted = (await readSettings(db)).foto_entrega !== 'nunca'
	return isWanted && !isOpenStop(stop.estado) && taken < photosPerStop ? stop : refuse('foto_no_corresponde')
}

/**
 * Stores a re-encoded photo of a door, without metadata, and returns its stop. Idempotent by key. Refuses with
 * `no_encontrado`, with `foto_no_corresponde` for a stop that is open or has its photos, and with `foto_no_imagen`,
 * `foto_incompleta` or `foto_grande`.
 */
export async function storeStopPhoto(
	deps: StopPhotoDeps,
	actorId: number,
	{ stopId, key, bytes }: { readonly stopId: string; readonly key: string; readonly bytes: Uint8Array },
): Promise<StopRow> {
	const [known] = await deps.db.select().from(fotosEntrega).where(eq(fotosEntrega.id, key))
	if (known) return await readStop(deps.db, known.parada_id)
	const stop = await findStop(deps.db, stopId)
	const picture = await deps.pictures.draw(bytes, drawing, async () => void (await findStop(deps.db, stopId)))
	if (typeof picture === 'string') refuse(undrawn[picture])
	const archivo = `entregas/${key}.webp`
	await deps.files.put(archivo, picture, 'image/webp')
	const isKept = await deps.db.transaction(async (tx) => {
		// An undo deletes the stop's photos: a parallel upload waits for its lock.
		const [now] = await tx.select().from(paradas).where(eq(paradas.id, stop.id)).for('update')
		if (!now || isOpenStop(now.estado)) return false
		const row = { id: key, parada_id: stop.id, archivo, bytes: picture.length, usuario_id: actorId }
		await tx.insert(fotosEntrega).values(row).onConflictDoNothing()
		return true
	})
	if (isKept) return stop
	await deps.files.delete(archivo)
	return refuse('foto_no_corresponde')
}

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

/** The customers of deliveries whose recipient or photo is stored. */
export const personsOfDeliveries = sql`select lower(o.email) as correo, o.nombre, o.telefono, e.momento
	from (select orden_id, hecha_at as momento from paradas where recibe <> ''
		union all select orden_id, hecha_at from retiros where recibe <> ''
		union all select p.orden_id, f.created_at from fotos_entrega f join paradas p on p.id = f.parada_id) e
	join ordenes o on o.id = e.orden_id where o.email <> '' and e.momento is not null`

/** Deletes photos of deliveries, and recipients of parcels, after the time for disputes. A daily job. */
export async function purgeDeliveryProofs(deps: PurgeDeps & { readonly db: Database }): Promise<void> {
	const end = new Date(deps.clock.now().getTime() - retentionDays.deliveryProof * 86_400_000)
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
