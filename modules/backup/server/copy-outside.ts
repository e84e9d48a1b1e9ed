import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { copyName, expiredCopies } from '#modules/backup/copies.ts'
import { appendErasures, erasuresFile, mergedErasures } from '#modules/backup/server/erasures.ts'
import type { OutsideStore } from '#modules/backup/server/outside-store.ts'
import { seal } from '#modules/backup/server/seal.ts'
import type { Alarm } from '#modules/lists/context.ts'
import { primerDia } from '#modules/settings/tables.ts'

const megabytes = new Intl.NumberFormat('es-CL', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })

/** The newest complete copy of a backup that lies outside this machine; null without one. */
export async function newestCopyOutside(db: Queryable): Promise<{ hecha_at: Date; lugar: string } | null> {
	const [row] = await db.select().from(primerDia).where(eq(primerDia.paso, 'respaldo_fuera'))
	return row ? { hecha_at: row.hecho_at, lugar: row.texto } : null
}

export interface CopyOutsideDeps {
	readonly db: Database
	readonly store: OutsideStore
	/** The owner's public key. */
	readonly recipient: string
}

/**
 * Sends a written backup outside, encrypted for the owner, with the list of deleted accounts beside it, and deletes the
 * copies that the rule of `expiredCopies` no longer keeps. Records a complete one. @returns its place and size
 */
export async function copyOutside(
	{ db, store, recipient }: CopyOutsideDeps,
	backup: { readonly folder: string; readonly faltan: number },
	now: Date,
): Promise<string> {
	const name = copyName(now)
	let bytes = 0
	async function* counted() {
		for await (const chunk of await seal(backup.folder, recipient)) {
			bytes += (chunk as Uint8Array).byteLength
			yield chunk as Uint8Array
		}
	}
	await store.put(name, Readable.from(counted(), { objectMode: false }))
	const texto = `${store.place} (${megabytes.format(Math.max(0.1, bytes / 1e6))})`
	if (backup.faltan === 0) {
		const row = { paso: 'respaldo_fuera', texto, usuario_id: null, hecho_at: now } as const
		await db.insert(primerDia).values(row).onConflictDoUpdate({ target: primerDia.paso, set: row })
	}
	await storeErasures(db, store)
	for (const expired of expiredCopies(await store.names())) await store.delete(expired)
	return texto
}

/** The list of deleted accounts that lies beside the copies; undefined without one. */
export async function readErasuresOutside(store: OutsideStore): Promise<string | undefined> {
	return (await store.names()).includes(erasuresFile) ? await text(await store.read(erasuresFile)) : undefined
}

/** Adds the database's list of deleted accounts to the one beside the copies, which may know more than this database. */
async function storeErasures(db: Database, store: OutsideStore): Promise<void> {
	const merged = await mergedErasures(db, await readErasuresOutside(store))
	await store.put(erasuresFile, Readable.from([Buffer.from(merged)], { objectMode: false }))
}

/** Keeps the list of deleted accounts in `dataDir` and, when it grew, outside. */
export async function keepErasures(db: Database, dataDir: string, store: OutsideStore | undefined): Promise<void> {
	const hasGrown = await appendErasures(db, join(dataDir, erasuresFile))
	if (hasGrown && store) await storeErasures(db, store)
}

const mostHours = 36

/** The newest complete copy outside this machine is old; a shop without any counts from its first account. */
export const backupAlarm: Alarm = {
	clave: 'respaldo',
	regla: { nombre: 'RespaldoViejo', limite: mostHours * 3600 },
	async check({ db, clock, env }) {
		if (env.isDemo) return undefined
		const copy = await newestCopyOutside(db)
		const { rows } = await db.execute<{ since: string | null }>(
			sql`select min(created_at)::text as since from usuarios`,
		)
		const since = copy?.hecha_at ?? new Date(rows[0]?.since ?? clock.now())
		const hours = Math.floor((clock.now().getTime() - since.getTime()) / 3_600_000)
		if (hours <= mostHours) return undefined
		return {
			texto: copy
				? `La última copia fuera del equipo de la tienda es de hace ${hours} horas`
				: 'No hay ningún respaldo fuera del equipo de la tienda',
			queHacer:
				'Debería haber uno cada noche: si ese equipo se pierde, se pierde la tienda. Mira en Trabajos por qué falla «Respaldar fuera de este equipo»; si no está, pide a quien instaló la tienda que configure BACKUP_TO.',
			lugar: { seccion: 'primer_dia' },
		}
	},
}
