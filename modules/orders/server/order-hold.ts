import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { accountsOfMailbox, isReadAddress } from '#core/server/users/account-conditions.ts'
import { mailboxOf, usuarios } from '#core/server/users/tables.ts'
import type { NotifyContext } from '#modules/lists/context.ts'
import { type Coupon, hasCouponLimit } from '#modules/orders/coupon.ts'
import {
	appliesTo,
	type ColorLimit,
	type Held,
	type HeldColor,
	isCounted,
	type OrderLimit,
	ordersProblem,
	type Standing,
	shareProblem,
} from '#modules/orders/hold-limits.ts'
import { type CouponUser, couponOfOrder, isCouponLeft } from '#modules/orders/server/coupons.ts'
import { lockUnits, type SoldProduct, type UnitsOfProduct, unitsOfOrder } from '#modules/orders/server/reserve-stock.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The account (null once deleted), phone and network (null: none to count) by which an unpaid order is counted. */
export interface Holder extends CouponUser {
	readonly standing: Standing
	readonly red: string | null
	readonly metodo_pago: MetodoPago
}

const couponGone = 'El cupón de esta orden ya no es válido. Haz un pedido nuevo sin el cupón.'

/** The first of the two numbers of this file's advisory locks. PostgreSQL separates them from one-number locks. */
const lockKinds = { account: 1, phone: 2, coupon: 3, number: 4, network: 5 } as const

/**
 * Reserved, unpaid stock, which counts against the limits. Without parameters, as in the partial index: the plan of a named
 * statement is made once and uses it.
 */
export const isUnpaidReservation = sql`${ordenes.stock_tomado} and ${ordenes.pagada_at} is null
	and ${ordenes.estado} in ('pendiente', 'en_revision')`

const lock = (kind: keyof typeof lockKinds, key: SQL | number) =>
	sql`pg_advisory_xact_lock(${lockKinds[kind]}::int, ${key}::int)`

/** Serialises the numbering of orders until the transaction ends. Locked after every other lock. */
export const numbersLock = lock('number', 0)

/** SQL: the standing of an account; `new` without one. */
export const standingOf = sql<Standing>`case
	when exists (select 1 from ordenes pagadas where pagadas.usuario_id = usuarios.id
		and pagadas.pagada_at is not null and pagadas.total > 0) then 'known'
	when ${isReadAddress} then 'proved' else 'new' end`

/**
 * Serialises the orders of one mailbox, then those of one phone and of one network, until the transaction ends. This
 * order, before a code's and the products' locks, avoids deadlocks; parallel orders cannot exceed the limits.
 */
export async function lockHolder(
	tx: Transaction,
	{ user, telefono, red }: Pick<Holder, 'user' | 'telefono' | 'red'>,
): Promise<void> {
	const mailbox = sql`(select hashtext(${mailboxOf(usuarios.email)}) from ${usuarios} where ${eq(usuarios.id, user ?? 0)})`
	const locks = [
		...(user === null ? [] : [lock('account', mailbox)]),
		...(telefono === '' ? [] : [lock('phone', Number(telefono))]),
		...(red === null ? [] : [lock('network', sql`hashtext(${red})`)]),
	]
	if (locks.length > 0) await tx.execute(sql`select ${sql.join(locks, sql`, `)}`)
}

/**
 * The failure `cupon_invalido` of a discount code that has no use left for one more order. The caller holds the holder's
 * locks, and no product's. Locks a limited code.
 */
export async function couponUseProblem(
	tx: Transaction,
	cupon: Coupon | null,
	who: CouponUser,
	now: Date,
): Promise<Failure | undefined> {
	if (!cupon) return undefined
	if (hasCouponLimit(cupon)) await tx.execute(sql`select ${lock('coupon', 0)}`)
	return (await isCouponLeft(tx, cupon, who, now)) ? undefined : fail('cupon_invalido')
}

interface WantedUnits {
	readonly units: readonly UnitsOfProduct[]
	/** Their products, locked. */
	readonly products: readonly SoldProduct[]
	/** The buyer's unpaid orders, read by `readHeld` under the holder's locks. */
	readonly held: Awaited<ReturnType<typeof readHeld>>
}

/**
 * The failure of an order with these units above a limit of unpaid stock: `limite_ordenes`, `limite_unidades` or
 * `confirma_correo`. The caller holds the holder's locks and those of the products, whose units are not taken yet, so
 * that parallel orders are counted.
 */
export async function holdProblem(
	tx: Transaction,
	holder: Holder,
	{ units, products, held }: WantedUnits,
	settings: Settings,
): Promise<Failure | undefined> {
	const buyer = { standing: holder.standing, isPaidLater: !isGatewayMethod(holder.metodo_pago) }
	const wanted = units.reduce((sum, { cantidad }) => sum + cantidad, 0)
	const refused = ordersProblem(buyer, wanted, held, settings)
	// A share of a colour has no limit for other orders, and is the dearest to count.
	if (refused || !(appliesTo('color_new', buyer) || appliesTo('color_all', buyer))) return refused
	return shareProblem(buyer, await readColors(tx, units, products), settings)
}

/** Reads the unpaid orders and units that count with the holder's, under the holder's locks. */
export async function readHeld(tx: Transaction, { user, telefono, red }: Pick<Holder, 'user' | 'telefono' | 'red'>) {
	const isOwn = user === null ? sql`false` : eq(ordenes.user, accountsOfMailbox(user))
	const isPhone = telefono === '' ? sql`false` : eq(ordenes.telefono, telefono)
	const isNetwork = red === null ? sql`false` : eq(ordenes.red, red)
	const lines = tx
		.select({ units: sql<number>`sum(${ordenLineas.cantidad})::int`.as('units') })
		.from(ordenLineas)
		.where(eq(ordenLineas.orden_id, ordenes.id))
		.as('lineas')
	const { metodo_pago } = ordenes
	const which = { own: sql<boolean>`${isOwn}`, phone: sql<boolean>`${isPhone}`, network: sql<boolean>`${isNetwork}` }
	const found = await tx
		.select({ ...which, metodo_pago, standing: standingOf, units: lines.units })
		.from(ordenes)
		.leftJoin(usuarios, eq(usuarios.id, ordenes.user))
		.crossJoinLateral(lines)
		.where(and(isUnpaidReservation, or(isOwn, isPhone, isNetwork)))
	const held = (limit: OrderLimit, of: keyof typeof which): Held => {
		const counted = found.filter((order) => order[of] && isCounted(limit, order))
		return { orders: counted.length, units: sumOf(counted) }
	}
	return {
		account: held('account', 'own'),
		phone: held('phone', 'phone'),
		network_new: held('network_new', 'network'),
		network_all: held('network_all', 'network'),
	}
}

const sumOf = (rows: readonly { readonly units: number }[]) => rows.reduce((sum, { units }) => sum + units, 0)

/** Reads the unpaid units of each requested colour. `products` are locked. */
async function readColors(
	tx: Transaction,
	units: readonly UnitsOfProduct[],
	products: readonly SoldProduct[],
): Promise<HeldColor[]> {
	const { producto_id, cantidad, orden_id } = ordenLineas
	const { user, metodo_pago } = ordenes
	const wanted = inArray(
		producto_id,
		units.map((line) => line.producto_id),
	)
	// By account first: its standing is read once.
	const byAccount = tx
		.select({ producto_id, user, metodo_pago, units: sql<number>`sum(${cantidad})::int`.as('units') })
		.from(ordenes)
		.innerJoin(ordenLineas, eq(orden_id, ordenes.id))
		.where(and(isUnpaidReservation, wanted))
		.groupBy(producto_id, user, metodo_pago)
		.as('reservadas')
	const found = await tx
		.select({
			id: byAccount.producto_id,
			metodo_pago: byAccount.metodo_pago,
			standing: standingOf,
			units: sql<number>`sum(${byAccount.units})::int`,
		})
		.from(byAccount)
		.leftJoin(usuarios, eq(usuarios.id, byAccount.user))
		.groupBy(byAccount.producto_id, byAccount.metodo_pago, standingOf)
	return units.flatMap(({ producto_id, cantidad, color }) => {
		const stock = products.find(({ id }) => id === producto_id)?.stock ?? 0
		// A shortage has a message of its own.
		if (stock < cantidad) return []
		const ofColor = found.filter(({ id }) => id === producto_id)
		const unitsOf = (limit: ColorLimit) => sumOf(ofColor.filter((order) => isCounted(limit, order)))
		const shares = { color_new: unitsOf('color_new'), color_all: unitsOf('color_all') }
		return [{ color, wanted: cantidad, all: stock + sumOf(ofColor), ...shares }]
	})
}

/**
 * The failure, as of `couponUseProblem` and `holdProblem`, of an order that returned its stock and discount and may not have
 * both again. It is returned, as a proof is stored without stock then, and an undo has its own words for it. A paid order
 * has no limit of unpaid stock; one that still reserves its stock passes. The caller holds the order's row lock.
 */
export async function reopeningProblem(
	deps: Pick<NotifyContext, 'hooks'>,
	tx: Transaction,
	order: OrderRow,
	settings: Settings,
	now: Date,
): Promise<Failure | undefined> {
	if (order.stock_tomado) return undefined
	await lockHolder(tx, order)
	const cupon = await couponOfOrder(deps, tx, order.cupon, settings)
	if (await couponUseProblem(tx, cupon, order, now)) return fail('cupon_invalido', { text: couponGone })
	if (order.total === 0 || order.pagada_at !== null) return undefined
	const [account] = await tx
		.select({ standing: standingOf })
		.from(usuarios)
		.where(eq(usuarios.id, order.user ?? 0))
	const units = await unitsOfOrder(tx, order.id)
	const products = await lockUnits(tx, units)
	const held = await readHeld(tx, order)
	return await holdProblem(tx, { ...order, standing: account?.standing ?? 'new' }, { units, products, held }, settings)
}
