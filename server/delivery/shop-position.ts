import { defaultShop, readPosition } from '#domain/delivery/shop-position.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Position } from '#server/delivery/maps/maps.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/** Where the shop is now. While nobody has said it, where nothing is sold yet, the middle of Santiago. */
export async function readShopPosition(db: Queryable): Promise<Position> {
	return readPosition((await readSettings(db)).tienda_posicion) ?? defaultShop
}
