import { sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { Position } from '#modules/delivery/server/maps/maps.ts'
import { defaultShop, readPosition } from '#modules/delivery/shop-place.ts'
import { type SettingKey, type Settings, settingsFrom } from '#modules/settings/settings.ts'
import { ajustes } from '#modules/settings/tables.ts'

type StoredSettings = Readonly<Partial<Record<SettingKey, string>>>

/** SQL: the stored settings, for a statement that reads something else beside them; `settingsOf` returns their values. */
export const storedSettings = sql<StoredSettings>`(select coalesce(jsonb_object_agg(clave, valor), '{}') from ajustes)`

export const settingsOf = (stored: StoredSettings): Settings =>
	settingsFrom(new Map(Object.entries(stored) as [SettingKey, string][]))

/** The current settings, never cached; a decision reads them in its own transaction. */
export async function readSettings(db: Queryable): Promise<Settings> {
	const rows = await db.select({ clave: ajustes.clave, valor: ajustes.valor }).from(ajustes)
	return settingsFrom(new Map(rows.map(({ clave, valor }) => [clave, valor])))
}

/** Returns the shop's position; the middle of Santiago while it is not set, as nothing is sold yet. */
export async function readShopPosition(db: Queryable): Promise<Position> {
	return readPosition((await readSettings(db)).tienda_posicion) ?? defaultShop
}
