import { eq } from 'drizzle-orm'
import { type Cart, readCart } from '#domain/cart/cart.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'

/** Signs that no database text holds; a line with one was not made by the shop's page. */
const unstorable = /[\p{Cc}\p{Cs}]/u

/** Reads a cart that a browser sent, as it may be kept: only lines, only whole ones, nothing that cannot be stored. */
export function readSavedCart(sent: unknown): Cart {
	return readCart(sent).filter((line) => !unstorable.test(`${line.nombre}${line.sku}${line.imagen}${line.color}`))
}

/** Keeps the cart with the account, so that another device finds it. An empty one is kept as empty. */
export async function saveCart(deps: { db: Database }, accountId: number, sent: unknown): Promise<Cart> {
	const carrito = readSavedCart(sent)
	await deps.db.update(usuarios).set({ carrito }).where(eq(usuarios.id, accountId))
	return carrito
}
