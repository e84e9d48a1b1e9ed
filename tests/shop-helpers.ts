import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { sku } from '#modules/catalog/product.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { movimientosStock, ordenes } from '#modules/orders/tables.ts'
import type { TestShop } from '#tests/open-shop.ts'

/** A customer with an account and a session. */
export interface TestCustomer {
	readonly email: string
	readonly password: string
	readonly access: string
	readonly refresh: string
}

/** Registers a customer with a unique name and logs in. */
export async function aCustomer(shop: TestShop, name = 'Camila'): Promise<TestCustomer> {
	const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@correo.cl`
	const password = 'una-clave-segura'
	const registered = await shop.app.inject({
		method: 'POST',
		url: '/api/register/',
		payload: { email, first_name: name, last_name: 'Rojas', password },
	})
	if (registered.statusCode >= 300) throw new Error(`register: ${registered.body}`)
	return { email, password, ...(await logIn(shop, email, password)) }
}

export async function logIn(shop: TestShop, username: string, password: string) {
	const answer = await shop.app.inject({ method: 'POST', url: '/api/token/', payload: { username, password } })
	if (answer.statusCode !== 200) throw new Error(`login: ${answer.body}`)
	return answer.json<{ access: string; refresh: string }>()
}

/** A cart line of `cantidad` units. */
export function cartLine(color = 'Negro', cantidad = 1, precio = 29_990) {
	return { nombre: 'Premium Shaker', sku, imagen: '', color, precio, cantidad }
}

/** The checkout body for a pickup, with the total shown by the page. */
export function anOrder(changes: Partial<PlaceOrderRequest> = {}): PlaceOrderRequest {
	const carrito = changes.carrito ?? [cartLine()]
	return {
		carrito,
		total: carrito.reduce((sum, line) => sum + (line.precio ?? 0) * line.cantidad, 0),
		telefono: '987654321',
		direccion: '',
		metodo_pago: 'mercadopago',
		tipo_entrega: 'retiro',
		...changes,
	}
}

/** Sends an order as the customer; returns the whole response. */
export async function sendOrder(
	shop: TestShop,
	customer: TestCustomer,
	order: PlaceOrderRequest,
	key: string = randomUUID(),
	sender: { readonly remoteAddress?: string } = {},
): Promise<LightMyRequestResponse> {
	return await shop.app.inject({
		...sender,
		method: 'POST',
		url: '/api/crear_orden/',
		headers: { authorization: `Bearer ${customer.access}`, 'idempotency-key': key },
		payload: order,
	})
}

/** Places an order. @throws when rejected. */
export async function aPlacedOrder(
	shop: TestShop,
	customer: TestCustomer,
	changes: Partial<PlaceOrderRequest> = {},
): Promise<PayableOrder> {
	// The test may have moved the clock past the end of the customer's session.
	const session = await logIn(shop, customer.email, customer.password)
	const answer = await sendOrder(shop, { ...customer, ...session }, anOrder(changes))
	if (answer.statusCode !== 200) throw new Error(`order: ${answer.statusCode} ${answer.body}`)
	return answer.json()
}

export async function orderRow(shop: TestShop, orden_id: string) {
	const [row] = await shop.database.db.select().from(ordenes).where(eq(ordenes.id, orden_id))
	if (!row) throw new Error(`no order ${orden_id}`)
	return row
}

export async function stockOf(shop: TestShop, color: string): Promise<number> {
	const [row] = await shop.database.db.select().from(productos).where(eq(productos.color, color))
	if (!row) throw new Error(`no ${color}`)
	return row.stock
}

/** Returns the colours whose stock is negative or differs from the sum of its movements. */
export async function brokenLedgers(shop: Pick<TestShop, 'database'>): Promise<string[]> {
	const rows = await shop.database.db
		.select({
			color: productos.color,
			stock: productos.stock,
			ledger: sql<number>`coalesce(sum(${movimientosStock.cantidad}), 0)::int`,
		})
		.from(productos)
		.leftJoin(movimientosStock, eq(movimientosStock.producto_id, productos.id))
		.groupBy(productos.id)
	return rows.filter(({ stock, ledger }) => stock !== ledger || stock < 0).map(({ color }) => color)
}
