import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { isReadAddress } from '#modules/accounts/server/proved-address.ts'
import { lockProducts, type UnitsOfProduct, unitsOfOrder } from '#modules/catalog/server/hold-stock.ts'
import { productos } from '#modules/catalog/tables.ts'
import { isNetworkFull, isShareFull, type UnprovedLimits } from '#modules/catalog/unit-limits.ts'
import { isUnpaidReservation, networkLock } from '#modules/orders/server/order-hold.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'

/** Payment methods that reserve stock for days without a payment. */
export const isPaidLater = (metodo: MetodoPago): boolean => !isGatewayMethod(metodo)

/** SQL condition: the order's account has proved its address. */
const isOfProved = sql<boolean>`exists (select 1 from ${usuarios} where ${and(eq(usuarios.id, ordenes.user), isReadAddress)})`

/**
 * SQL condition: unpaid orders with reserved stock, payable later, of deleted accounts or with an unproved address.
 */
const isUnprovedReservation = and(
	isUnpaidReservation,
	inArray(ordenes.metodo_pago, ['transferencia', 'efectivo']),
	not(isOfProved),
)

/**
 * Checks the limit of reserved stock for the unproved accounts of a network, for `units` more. Called in the
 * order's transaction before any product is locked. Fails with `confirma_correo`.
 */
export async function refuseNetworkReservation(
	tx: Transaction,
	reservation: { readonly red: string | null; readonly units: number; readonly settings: UnprovedLimits },
): Promise<Failure | undefined> {
	const { red, units, settings } = reservation
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
		.where(and(eq(ordenes.red, red), isUnprovedReservation))
	return open && isNetworkFull(units, open, settings) ? fail('confirma_correo') : undefined
}

/**
 * Checks the share of a colour that all unproved accounts together may reserve, for these units more. The caller
 * locks the products, unchanged so far, so that parallel orders are counted. Fails with `confirma_correo`.
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
			held: sql<number>`coalesce(sum(${cantidad}) filter (where ${isUnpaidReservation}), 0)::int`,
			unproved: sql<number>`coalesce(sum(${cantidad}) filter (where ${isUnprovedReservation}), 0)::int`,
		})
		.from(productos)
		.leftJoin(
			ordenLineas,
			and(
				eq(producto_id, productos.id),
				inArray(orden_id, tx.select({ id: ordenes.id }).from(ordenes).where(isUnpaidReservation)),
			),
		)
		.leftJoin(ordenes, eq(ordenes.id, orden_id))
		.where(inArray(productos.id, ids))
		.groupBy(productos.id)
	const isFull = units.some((line) => {
		const color = rows.find(({ id }) => id === line.producto_id)
		// The caller rejects a shortage with its own message.
		return color !== undefined && color.stock >= line.cantidad && isShareFull(line.cantidad, color, settings)
	})
	return isFull ? fail('confirma_correo') : undefined
}

/** Both limits for a failed order that reserves its stock again unpaid. The caller holds the order's row lock. */
export async function refuseUnprovedReopening(
	tx: Transaction,
	order: OrderRow,
	settings: UnprovedLimits,
): Promise<Failure | undefined> {
	if (order.stock_tomado || order.total === 0 || !isPaidLater(order.metodo_pago)) return undefined
	if ((await tx.$count(ordenes, and(eq(ordenes.id, order.id), isOfProved))) > 0) return undefined
	const lines = await unitsOfOrder(tx, order.id)
	const units = lines.reduce((sum, { cantidad }) => sum + cantidad, 0)
	const refused = await refuseNetworkReservation(tx, { red: order.red, units, settings })
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
