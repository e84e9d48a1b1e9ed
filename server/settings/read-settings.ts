import { sql } from 'drizzle-orm'
import { type SettingKey, type Settings, settingsFrom } from '#domain/settings/settings.ts'
import type { Queryable } from '#server/db/database.ts'
import { ajustes } from '#server/db/tables/settings.ts'

/** The settings as they stand now, never cached; who decides by them reads them in the decision's transaction. */
export async function readSettings(db: Queryable): Promise<Settings> {
	const rows = await db.select({ clave: ajustes.clave, valor: ajustes.valor }).from(ajustes)
	return settingsFrom(new Map(rows.map(({ clave, valor }) => [clave, valor])))
}

type SettingTexts = Partial<Record<SettingKey, string>>

/** What is set, as one column of a statement that reads something else as well; `settingsOf` makes settings of it. */
export const settingsColumn = sql<SettingTexts>`(select coalesce(json_object_agg(${ajustes.clave}, ${ajustes.valor}), '{}') from ${ajustes})`

export const settingsOf = (texts: SettingTexts): Settings =>
	settingsFrom(new Map(Object.entries(texts) as [SettingKey, string][]))
