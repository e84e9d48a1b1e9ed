import { inArray } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { clp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { productos } from '#modules/catalog/tables.ts'
import { outOfStock } from '#modules/checkout/sale-problem.ts'
import { type PlaceOrderDeps, writeOrder } from '#modules/checkout/server/write-order.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { lockHolder } from '#modules/orders/server/order-hold.ts'
import { lockProducts, shortageOf } from '#modules/orders/server/reserve-stock.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

export type ReplaceDeps = PlaceOrderDeps & { readonly clock: Clock }

/**
 * Writes the order of an exchange one for one: the same products to the same place, with a total of 0, so that it is paid at
 * once and has no tax document. Its units leave stock as those of any order. The caller locked the account of the `order`, if
 * any, and then the order. Refuses with `sin_stock`, and with `accion_no_corresponde` once the customer's data are erased.
 */
export async function writeReplacement(
	deps: ReplaceDeps,
	tx: Transaction,
	order: OrderRow,
	{ units, actorId }: { units: readonly { producto_id: number; color: string; cantidad: number }[]; actorId: number },
): Promise<OrderRow> {
	if (isAnonymized(order)) refuse('accion_no_corresponde', { extra: { estado: order.estado } })
	await lockHolder(tx, { user: order.user, telefono: order.telefono, red: null })
	const wanted = [...Map.groupBy(units, ({ producto_id }) => producto_id)].map(([producto_id, equal]) => ({
		producto_id,
		color: equal[0]?.color ?? '',
		cantidad: equal.reduce((sum, { cantidad }) => sum + cantidad, 0),
	}))
	const ids = wanted.map(({ producto_id }) => producto_id)
	const products = await lockProducts(tx, inArray(productos.id, ids))
	const shortage = shortageOf(wanted, products)
	if (shortage) orRefuse(outOfStock(shortage))

	const lines = products.map((product) => {
		const cantidad = wanted.find(({ producto_id }) => producto_id === product.id)?.cantidad ?? 0
		return { product, cantidad, precio: product.precio }
	})
	const subtotal = clp(lines.reduce((sum, { precio, cantidad }) => sum + precio * cantidad, 0))
	const totals = { subtotal, despacho: clp(0), descuento: subtotal, total: clp(0) }
	const { metodo_pago, tipo_entrega, telefono, direccion, comuna, direccion_mapa, lat, lng, distancia_m } = order
	const nowhere = { direccion: '', comuna: '', direccion_mapa: '', lat: null, lng: null, distancia_m: null }
	const free = { despacho: 0, despacho_sin_medir: false }
	const delivery =
		tipo_entrega === 'retiro'
			? { ...free, tipo_entrega, ...nowhere }
			: { ...free, tipo_entrega, direccion, comuna, direccion_mapa, lat, lng, distancia_m }
	const carrito = lines.map(({ product: { sku, color }, cantidad }) => ({ sku, color, cantidad }))
	return await writeOrder(
		deps,
		tx,
		{ user: order.user, nombre: order.nombre, email: order.email, actorId, name: undefined },
		{ carrito, total: 0, telefono, metodo_pago, tipo_entrega },
		{ telefono, delivery, cupon: null },
		{ products, lines, units: wanted, totals, now: deps.clock.now(), settings: await readSettings(tx), red: null },
	)
}
