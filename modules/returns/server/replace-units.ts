import { and, eq, inArray, or } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { clp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { productos } from '#modules/catalog/tables.ts'
import { outOfStock } from '#modules/checkout/sale-problem.ts'
import { type PlaceOrderDeps, writeOrder } from '#modules/checkout/server/write-order.ts'
import { isAnonymized } from '#modules/orders/estado.ts'
import { transferReservationHours } from '#modules/orders/hold-times.ts'
import { lockHolder } from '#modules/orders/server/order-hold.ts'
import { lockProducts, shortageOf } from '#modules/orders/server/reserve-stock.ts'
import type { OrderRow, ordenLineas } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'

export type ReplaceDeps = PlaceOrderDeps & { readonly clock: Clock }

/**
 * Writes the order of an exchange, to the same place. The same units cost nothing, so that it is paid at once and has no tax
 * document; of another `color` the difference between both prices of today is charged, with the units reserved for two
 * days, and one in the customer's favour is given back by staff. The units leave stock as those of any order. The caller
 * locked the account of the `order`, if any, and then the order. Refuses with `color_desconocido`, `sin_stock`, and with
 * `accion_no_corresponde` once the customer's data are erased.
 */
export async function writeReplacement(
	deps: ReplaceDeps,
	tx: Transaction,
	order: OrderRow,
	exchange: {
		/** The lines of the order with the units that came back. */
		readonly units: readonly (typeof ordenLineas.$inferSelect)[]
		readonly color: string | undefined
		readonly actorId: number
	},
): Promise<OrderRow> {
	if (isAnonymized(order)) refuse('accion_no_corresponde', { extra: { estado: order.estado } })
	await lockHolder(tx, { user: order.user, telefono: order.telefono, red: null })
	const { units, color, actorId } = exchange
	const isOwn = inArray(
		productos.id,
		units.map(({ producto_id }) => producto_id),
	)
	const isOther = inArray(
		productos.sku,
		units.map(({ sku }) => sku),
	)
	const products = await lockProducts(
		tx,
		color === undefined ? isOwn : or(isOwn, and(isOther, eq(productos.color, color))),
	)
	const found = units.map((unit) => {
		const own = products.find(({ id }) => id === unit.producto_id)
		const product = color === undefined ? own : products.find((one) => one.sku === unit.sku && one.color === color)
		if (!product) {
			if (color !== undefined) refuse('color_desconocido')
			return orRefuse(outOfStock({ color: unit.color, disponible: 0 }))
		}
		return { product, cantidad: unit.cantidad, more: unit.cantidad * (product.precio - (own?.precio ?? unit.precio)) }
	})
	const lines = [...Map.groupBy(found, ({ product }) => product)].map(([product, equal]) => {
		const cantidad = equal.reduce((sum, one) => sum + one.cantidad, 0)
		return { product, cantidad, precio: product.precio }
	})
	const wanted = lines.map(({ product, cantidad }) => ({ producto_id: product.id, color: product.color, cantidad }))
	const shortage = shortageOf(wanted, products)
	if (shortage) return orRefuse(outOfStock(shortage))

	const subtotal = clp(lines.reduce((sum, { precio, cantidad }) => sum + precio * cantidad, 0))
	const total = clp(Math.max(0, color === undefined ? 0 : found.reduce((sum, { more }) => sum + more, 0)))
	const totals = { subtotal, despacho: clp(0), descuento: clp(subtotal - total), total }
	const now = deps.clock.now()
	const settings = await readSettings(tx)
	const { tipo_entrega, telefono, direccion, comuna, direccion_mapa, lat, lng, distancia_m } = order
	const nowhere = { direccion: '', comuna: '', direccion_mapa: '', lat: null, lng: null, distancia_m: null }
	const free = { despacho: 0, despacho_sin_medir: false }
	const delivery =
		tipo_entrega === 'retiro'
			? { ...free, tipo_entrega, ...nowhere }
			: { ...free, tipo_entrega, direccion, comuna, direccion_mapa, lat, lng, distancia_m }
	// The difference is paid from the order's own page.
	const [gateway = 'transferencia'] = offeredGateways(settings, deps.settings.gateways)
	const metodo_pago = total === 0 ? order.metodo_pago : gateway
	const carrito = lines.map(({ product: { sku, color }, cantidad }) => ({ sku, color, cantidad }))
	return await writeOrder(
		deps,
		tx,
		{
			user: order.user,
			nombre: order.nombre,
			email: order.email,
			actorId,
			name: undefined,
			heldUntil: new Date(now.getTime() + transferReservationHours * 3_600_000),
		},
		{ carrito, total, telefono, metodo_pago, tipo_entrega },
		{ telefono, delivery, cupon: null },
		{ products, lines, units: wanted, totals, now, settings, red: null },
	)
}
