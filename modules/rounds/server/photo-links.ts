import { asc, eq, inArray } from 'drizzle-orm'
import { addressOf } from '#core/contract/endpoint.ts'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import type { Files, StoredFile } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import { showStopPhoto } from '#modules/rounds/endpoints.ts'
import { fotosEntrega } from '#modules/rounds/tables.ts'

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

/** Reads the photo of a link. Fails with `enlace_vencido` when the link is altered or expired. */
export async function readPhoto(
	deps: PhotoLinkDeps & { db: Database; files: Files },
	token: string,
): Promise<{ id: string; file: StoredFile } | Failure> {
	const id = deps.signer.verify(purpose, token, deps.clock.now())
	if (typeof id !== 'string') return fail('enlace_vencido')
	const [row] = await deps.db
		.select({ archivo: fotosEntrega.archivo })
		.from(fotosEntrega)
		.where(eq(fotosEntrega.id, id))
	const file = row && (await deps.files.open(row.archivo))
	return file ? { id, file } : fail('no_encontrado')
}
