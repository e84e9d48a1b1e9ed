import { defaultShop, readPosition } from '#domain/delivery/shop-position.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Position } from '#server/delivery/maps/maps.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/** Returns the shop's position; the middle of Santiago while it is not set, as nothing is sold yet. */
export async function readShopPosition(db: Queryable): Promise<Position> {
	return readPosition((await readSettings(db)).tienda_posicion) ?? defaultShop
}
