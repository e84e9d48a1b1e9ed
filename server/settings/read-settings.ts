import { type Settings, settingsFrom } from '#domain/settings/settings.ts'
import type { Queryable } from '#server/db/database.ts'
import { ajustes } from '#server/db/tables/settings.ts'

/**
 * What the owner has set, or the environment for them, as it stands now. Nothing is remembered between two calls, so that a change holds at once in every
 * process; whoever decides by it reads it inside of the transaction of the decision.
 */
export async function readSettings(db: Queryable): Promise<Settings> {
	const rows = await db.select({ clave: ajustes.clave, valor: ajustes.valor }).from(ajustes)
	return settingsFrom(new Map(rows.map(({ clave, valor }) => [clave, valor])))
}
