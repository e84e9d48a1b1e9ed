import { eq } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type Cart, readCart } from '#modules/cart/cart.ts'

/** Characters that PostgreSQL text cannot store or that the shop's page never sends. */
const unstorable = /[\p{Cc}\p{Cs}]/u

/** Cleans a cart sent by a browser: only complete lines with storable characters. */
export function readSavedCart(sent: unknown): Cart {
	return readCart(sent).filter((line) => !unstorable.test(`${line.nombre}${line.sku}${line.imagen}${line.color}`))
}

/** Stores the cart with the account for other devices, also an empty one. */
export async function saveCart(deps: { db: Database }, accountId: number, sent: unknown): Promise<Cart> {
	const carrito = readSavedCart(sent)
	await deps.db.update(usuarios).set({ carrito }).where(eq(usuarios.id, accountId))
	return carrito
}
