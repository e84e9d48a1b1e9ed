import { eq } from 'drizzle-orm'
import { type Failure, type FailureCode, fail, isFailure } from '#core/contract/failure.ts'
import type { Files } from '#core/server/files/files.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { PictureDecoder, Undrawn } from '#core/server/pictures/picture-decoder.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { photoSide, photosPerStop } from '#modules/rounds/delivery-photo.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { fotosEntrega, paradas, type StopRow } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

export interface StopPhotoDeps extends StaffDeps {
	readonly files: Files
	readonly pictures: Pick<PictureDecoder, 'draw'>
}

/** A photo from a phone: its stop and idempotency key. */
export interface SentPhoto {
	readonly stopId: string
	readonly key: string
	readonly bytes: Uint8Array
}

const drawing = { maxPixels: 25_000_000, maxWidth: photoSide, maxHeight: photoSide, quality: 75 }
const undrawn: Readonly<Record<Undrawn, FailureCode>> = {
	unreadable: 'foto_no_imagen',
	incomplete: 'foto_incompleta',
	too_many_pixels: 'foto_grande',
	too_small: 'foto_no_imagen',
	too_costly: 'foto_grande',
}

/** Fails unless the stop is finished, has fewer than the maximum of photos, and the setting is on. */
async function findStop(db: StaffDeps['db'], stopId: string): Promise<StopRow | Failure> {
	if (!isUuid(stopId)) return fail('no_encontrado')
	const [stop] = await db.select().from(paradas).where(eq(paradas.id, stopId))
	if (!stop) return fail('no_encontrado')
	const taken = await db.$count(fotosEntrega, eq(fotosEntrega.parada_id, stopId))
	const isWanted = (await readSettings(db)).foto_entrega !== 'nunca'
	return isWanted && !isOpenStop(stop.estado) && taken < photosPerStop ? stop : fail('foto_no_corresponde')
}

/**
 * Stores a re-encoded photo of a door, without metadata, and returns its round. Idempotent by key. Fails with
 * `foto_no_corresponde` for a stop that is open or has its photos, and with `foto_no_imagen`.
 */
export async function keepStopPhoto(
	deps: StopPhotoDeps,
	actorId: number,
	{ stopId, key, bytes }: SentPhoto,
): Promise<RoundAnswer | Failure> {
	const [known] = await deps.db.select().from(fotosEntrega).where(eq(fotosEntrega.id, key))
	if (known) return await answer(deps, known.parada_id)
	const stop = await findStop(deps.db, stopId)
	if (isFailure(stop)) return stop
	const picture = await deps.pictures.draw(bytes, drawing, async () => void unwrap(await findStop(deps.db, stopId)))
	if (typeof picture === 'string') return fail(undrawn[picture])
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
	if (isKept) return await answer(deps, stop.id)
	await deps.files.delete(archivo)
	return fail('foto_no_corresponde')
}

async function answer(deps: StopPhotoDeps, stopId: string): Promise<RoundAnswer | Failure> {
	const [stop] = await deps.db.select().from(paradas).where(eq(paradas.id, stopId))
	return stop ? await readRound(deps, deps.db, stop.ronda_id) : fail('no_encontrado')
}
