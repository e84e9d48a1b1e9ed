import { and, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isReadAddress } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import {
	isNetworkFull,
	isShareFull,
	type LimitRefusal,
	type OpenOrders,
	refuseOpen,
	type UnprovedLimits,
} from '#modules/catalog/unit-limits.ts'
import type { NotifyContext } from '#modules/context.ts'
import { type Coupon, hasCouponLimit } from '#modules/orders/coupon.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { type CouponUser, couponOfOrder, isCouponLeft } from '#modules/orders/server/coupons.ts'
import { lockUnits, type UnitsOfProduct, unitsOfOrder } from '#modules/orders/server/reserve-stock.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The account (null once deleted), phone and discount code by which an order is counted. */
export interface Buyer extends CouponUser {
	readonly cupon: Coupon | null
}

const couponGone = 'El cupón de esta orden ya no es válido. Haz un pedido nuevo sin el cupón.'

/** The first of the two numbers of this file's advisory locks. PostgreSQL separates them from one-number locks. */
const lockKinds = { account: 1, phone: 2, coupon: 3, number: 4, network: 5 } as const

/** Reserved, unpaid stock, which counts against the limits. */
export const isUnpaidReservation = and(
	eq(ordenes.stock_tomado, true),
	isNull(ordenes.pagada_at),
	inArray(ordenes.estado, ['pendiente', 'en_revision'] satisfies Estado[]),
)

const lock = (kind: keyof typeof lockKinds, key: number) =>
	sql`pg_advisory_xact_lock(${lockKinds[kind]}::int, ${key}::int)`

/** Serialises the numbering of orders until the transaction ends. Locked after every other lock. */
export const numbersLock = lock('number', 0)

/**
 * Serialises the orders of one account, then those of one phone, until the transaction ends. This order, before any
 * product is locked, avoids deadlocks; parallel orders cannot exceed the limits that are counted afterwards.
 */
export async function lockBuyer(
	tx: Transaction,
	{ user, telefono }: Pick<CouponUser, 'user' | 'telefono'>,
): Promise<void> {
	if (user !== null) await tx.execute(sql`select ${lock('account', user)}`)
	if (telefono !== '') await tx.execute(sql`select ${lock('phone', Number(telefono))}`)
}

/** The unpaid orders with reserved stock of the account and of the phone. */
async function readOpen(tx: Transaction, { user, telefono }: Buyer): Promise<OpenOrders[]> {
	const isOwn = user === null ? sql`false` : eq(ordenes.user, user)
	const isPhone = telefono === '' ? sql`false` : eq(ordenes.telefono, telefono)
	const { orden_id, cantidad } = ordenLineas
	const lines = tx
		.select({ units: sql<number>`sum(${cantidad})`.as('units') })
		.from(ordenLineas)
		.where(eq(orden_id, ordenes.id))
		.as('lineas')
	const [found] = await tx
		.select({
			ownOrders: sql<number>`count(*) filter (where ${isOwn})::int`,
			ownUnits: sql<number>`coalesce(sum(${lines.units}) filter (where ${isOwn}), 0)::int`,
			phoneOrders: sql<number>`count(*) filter (where ${isPhone})::int`,
			phoneUnits: sql<number>`coalesce(sum(${lines.units}) filter (where ${isPhone}), 0)::int`,
		})
		.from(ordenes)
		.crossJoinLateral(lines)
		.where(and(isUnpaidReservation, or(isOwn, isPhone)))
	if (!found) return []
	return [
		{ orders: found.ownOrders, units: found.ownUnits },
		{ orders: found.phoneOrders, units: found.phoneUnits },
	]
}

interface Reservation {
	/** 0 for an order without a payment due: it reserves nothing unpaid. */
	readonly units: number
	readonly settings: Settings
	readonly now: Date
}

/**
 * Checks the limits of reserved stock and of the discount code for an unpaid order. The caller holds the buyer's
 * locks, and no product's. Locks a limited code. Fails with `limite_ordenes`, `limite_unidades` and
 * `cupon_invalido`.
 */
export async function refuseReservation(
	tx: Transaction,
	buyer: Buyer,
	reservation: Reservation,
): Promise<Failure | undefined> {
	const { units, settings, now } = reservation
	if (buyer.cupon && hasCouponLimit(buyer.cupon)) await tx.execute(sql`select ${lock('coupon', 0)}`)
	if (buyer.cupon && !(await isCouponLeft(tx, buyer.cupon, buyer, now))) return fail('cupon_invalido')
	const refusal = units === 0 ? undefined : refuseOpen(units, await readOpen(tx, buyer), settings)
	return refusal && limitFailure(refusal)
}

/**
 * Checks whether a failed order that returned its stock and discount may reserve both again unpaid. An order that
 * still reserves its stock passes. The caller holds the order's row lock. Fails as `refuseReservation` does.
 */
export async function refuseReopening(
	deps: Pick<NotifyContext, 'hooks'>,
	tx: Transaction,
	order: OrderRow,
	settings: Settings,
	now: Date,
): Promise<Failure | undefined> {
	if (order.stock_tomado) return undefined
	const units = order.total === 0 ? 0 : sumUnits(await unitsOfOrder(tx, order.id))
	const { user, telefono } = order
	const buyer = { user, telefono, cupon: await couponOfOrder(deps, tx, order.cupon, settings) }
	await lockBuyer(tx, buyer)
	const refused = await refuseReservation(tx, buyer, { units, settings, now })
	return refused?.failure === 'cupon_invalido' ? fail('cupon_invalido', { text: couponGone }) : refused
}

const sumUnits = (lines: readonly UnitsOfProduct[]) => lines.reduce((sum, { cantidad }) => sum + cantidad, 0)

/** The failure of an order above the shop's limits. */
export const limitFailure = ({ code, text, limite }: LimitRefusal): Failure => fail(code, { text, extra: { limite } })

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
	// Locked after account, phone and coupon.
	await tx.execute(sql`select pg_advisory_xact_lock(${lockKinds.network}::int, hashtext(${red}))`)
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
	const refused = await refuseNetworkReservation(tx, { red: order.red, units: sumUnits(lines), settings })
	if (refused) return refused
	await lockUnits(tx, lines)
	return await refuseUnprovedShare(tx, lines, settings)
}
