import { type Settings, settingsFrom } from '#domain/settings/settings.ts'
import type { Queryable } from '#server/db/database.ts'
import { ajustes } from '#server/db/tables/settings.ts'

/** The current settings, never cached; a decision reads them in its own transaction. */
export async function readSettings(db: Queryable): Promise<Settings> {
	const rows = await db.select({ clave: ajustes.clave, valor: ajustes.valor }).from(ajustes)
	return settingsFrom(new Map(rows.map(({ clave, valor }) => [clave, valor])))
}
