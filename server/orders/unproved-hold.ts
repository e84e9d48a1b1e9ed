import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import { isNetworkFull, isShareFull, type UnprovedLimits } from '#domain/cart/unit-limits.ts'
import { isGatewayMethod, type MetodoPago } from '#domain/orders/metodo-pago.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { productos } from '#server/db/tables/catalog.ts'
import { type OrderRow, ordenes, ordenLineas } from '#server/db/tables/orders.ts'
import { isReadAddress } from '#server/mail/proved-address.ts'
import { isUnpaidHold, networkLock } from '#server/orders/order-hold.ts'
import { lockProducts, type UnitsOfProduct, unitsOfOrder } from '#server/stock/hold-stock.ts'

/** Ways to pay that hold stock for days without any payment. */
export const isPaidLater = (metodo: MetodoPago): boolean => !isGatewayMethod(metodo)

/** Of an order: its account proved its address. */
const isOfProved = sql<boolean>`exists (select 1 from ${usuarios} where ${and(eq(usuarios.id, ordenes.user), isReadAddress)})`

/** Orders that hold stock unpaid, to be paid later, of accounts whose address nobody has proved, or that are gone. */
const isUnprovedHold = and(isUnpaidHold, inArray(ordenes.metodo_pago, ['transferencia', 'efectivo']), not(isOfProved))

/**
 * Whether the accounts of a network, none of whose addresses was proved, hold too much for an order of `units` more. To be asked
 * in the order's transaction before any product is locked. Refuses with `confirma_correo`.
 */
export async function refuseNetworkHold(
	tx: Transaction,
	hold: { readonly red: string | null; readonly units: number; readonly settings: UnprovedLimits },
): Promise<Failure | undefined> {
	const { red, units, settings } = hold
	if (red === null || units === 0) return undefined
	await tx.execute(sql`select ${networkLock(red)}`)
	const { orden_id, cantidad } = ordenLineas
	const [open] = await tx
		.select({
			orders: sql<number>`count(distinct ${orden_id})::int`,
			units: sql<number>`coalesce(sum(${cantidad}), 0)::int`,
		})
		.from(ordenes)
		.innerJoin(ordenLineas, eq(orden_id, ordenes.id))
		.where(and(eq(ordenes.red, red), isUnprovedHold))
	return open && isNetworkFull(units, open, settings) ? fail('confirma_correo') : undefined
}

/**
 * Whether all accounts whose address nobody has proved hold too large a part of a colour for these units more. The caller holds the
 * products, which are as they were before, so that orders in parallel are counted. Refuses with `confirma_correo`.
 */
export async function refuseUnprovedShare(
	tx: Transaction,
	units: readonly UnitsOfProduct[],
	settings: UnprovedLimits,
): Promise<Failure | undefined> {
	const ids = units.map(({ producto_id }) => producto_id)
	const { producto_id, cantidad, orden_id } = ordenLineas
	const rows = await tx
		.select({
			id: productos.id,
			stock: productos.stock,
			held: sql<number>`coalesce(sum(${cantidad}) filter (where ${isUnpaidHold}), 0)::int`,
			unproved: sql<number>`coalesce(sum(${cantidad}) filter (where ${isUnprovedHold}), 0)::int`,
		})
		.from(productos)
		.leftJoin(
			ordenLineas,
			and(
				eq(producto_id, productos.id),
				inArray(orden_id, tx.select({ id: ordenes.id }).from(ordenes).where(isUnpaidHold)),
			),
		)
		.leftJoin(ordenes, eq(ordenes.id, orden_id))
		.where(inArray(productos.id, ids))
		.groupBy(productos.id)
	const isFull = units.some((line) => {
		const color = rows.find(({ id }) => id === line.producto_id)
		// A shortage is the caller's to refuse, with its own sentence.
		return color !== undefined && color.stock >= line.cantidad && isShareFull(line.cantidad, color, settings)
	})
	return isFull ? fail('confirma_correo') : undefined
}

/** The same two limits for an order that gave its units back, where it takes them again unpaid. The caller holds the order's row. */
export async function refuseUnprovedReopening(
	tx: Transaction,
	order: OrderRow,
	settings: UnprovedLimits,
): Promise<Failure | undefined> {
	if (order.stock_tomado || order.total === 0 || !isPaidLater(order.metodo_pago)) return undefined
	if ((await tx.$count(ordenes, and(eq(ordenes.id, order.id), isOfProved))) > 0) return undefined
	const lines = await unitsOfOrder(tx, order.id)
	const units = lines.reduce((sum, { cantidad }) => sum + cantidad, 0)
	const refused = await refuseNetworkHold(tx, { red: order.red, units, settings })
	if (refused) return refused
	await lockProducts(
		tx,
		inArray(
			productos.id,
			lines.map(({ producto_id }) => producto_id),
		),
	)
	return await refuseUnprovedShare(tx, lines, settings)
}
