import type { Queryable } from '#core/server/db/database.ts'
import type { Position } from '#modules/delivery/server/maps/maps.ts'
import { defaultShop, readPosition } from '#modules/delivery/shop-position.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** Returns the shop's position; the middle of Santiago while it is not set, as nothing is sold yet. */
export async function readShopPosition(db: Queryable): Promise<Position> {
	return readPosition((await readSettings(db)).tienda_posicion) ?? defaultShop
}
