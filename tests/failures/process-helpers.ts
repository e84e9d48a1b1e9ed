import { randomUUID } from 'node:crypto'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { type ShopProcess, staff } from '#tests/failures/shop-process.ts'

/** HTTP helpers for a shop process, like shop-helpers.ts for an in-process shop. */

type At = Pick<ShopProcess, 'url'>

export async function post(shop: At, path: string, body: unknown, headers: Record<string, string> = {}) {
	return await fetch(`${shop.url}${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(60_000),
	})
}

/** Logs in; returns the access token. */
export async function accessOf(shop: At, username: string, password: string): Promise<string> {
	const answer = await post(shop, '/api/token/', { username, password })
	if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`)
	return ((await answer.json()) as { access: string }).access
}

/** Registers a customer; returns a function that logs in and gets a new access token. */
export async function aCustomer(shop: At): Promise<() => Promise<string>> {
	const email = `${randomUUID()}@correo.cl`
	const password = 'una-clave-segura'
	const answer = await post(shop, '/api/register/', { email, password, first_name: 'Ana', last_name: 'Soto' })
	if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`)
	return async () => accessOf(shop, email, password)
}

/** Registers a customer and returns the access token. */
export const aBuyer = async (shop: At): Promise<string> => (await aCustomer(shop))()

export const staffAccess = (shop: At) => accessOf(shop, staff.STAFF_EMAIL, staff.STAFF_PASSWORD)

/** Sends an order; returns status and body. */
export async function sendOrderTo(shop: At, access: string, order: PlaceOrderRequest, key: string = randomUUID()) {
	const answer = await post(shop, '/api/crear_orden/', order, {
		authorization: `Bearer ${access}`,
		'idempotency-key': key,
	})
	const body = (await answer.json()) as PayableOrder & { code?: string }
	return { status: answer.status, body }
}

interface Product {
	readonly id: number
	readonly color: string
	readonly precio: number
	readonly stock: number
}

export async function productsOf(shop: At, access: string): Promise<readonly Product[]> {
	const answer = await fetch(`${shop.url}/api/admin_productos/`, { headers: { authorization: `Bearer ${access}` } })
	if (!answer.ok) throw new Error(`products: ${answer.status} ${await answer.text()}`)
	return ((await answer.json()) as { results: Product[] }).results
}

/** Changes one field of every product as staff. */
export async function setProducts(shop: At, access: string, field: 'precio' | 'stock', value: number): Promise<void> {
	for (const { id } of await productsOf(shop, access)) {
		const answer = await fetch(`${shop.url}/api/admin_productos/${id}/`, {
			method: 'PATCH',
			headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
			body: JSON.stringify({ [field]: value }),
		})
		if (!answer.ok) throw new Error(`product: ${answer.status} ${await answer.text()}`)
	}
}
