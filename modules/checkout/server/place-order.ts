import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import { sharedNetworkOf } from '#core/server/http/addresses.ts'
import { transactionOrFailure } from '#core/server/http/transaction-or-failure.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { mailProvingLink } from '#modules/accounts/server/account-mails.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { refuseUnits } from '#modules/catalog/unit-limits.ts'
import {
	type CheckedOrder,
	checkOrder,
	hintOfOwnOrder,
	outOfStock,
	refuseMethod,
	refuseSale,
} from '#modules/checkout/server/check-order.ts'
import {
	type OrderLine,
	type OrderToWrite,
	type RequestName,
	unitsOf,
	writeOrder,
} from '#modules/checkout/server/write-order.ts'
import type { PlaceOrderRequest, TotalChanged } from '#modules/checkout/shapes.ts'
import { maxTotal, type Totals, totalsOf } from '#modules/checkout/totals.ts'
import type { NotifyContext } from '#modules/context.ts'
import type { QuoteDeliveryDeps } from '#modules/delivery/server/quote-delivery.ts'
import type { Coupon } from '#modules/orders/coupon.ts'
import { findCoupon } from '#modules/orders/server/coupons.ts'
import { lockHolder, readHeld, refuseCoupon, refuseHold, standingOf } from '#modules/orders/server/order-hold.ts'
import { countRecentOrders, refusePace } from '#modules/orders/server/order-pace.ts'
import { lockWanted, notifyLowStock, type SoldProduct, shortageOf } from '#modules/orders/server/reserve-stock.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { clavesIdempotencia, type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { readSettings, settingsOf, storedSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'

export interface PlaceOrderDeps extends QuoteDeliveryDeps, NotifyContext {
	readonly db: Database
	readonly newId: () => string
	readonly settings: ShopSettings
}

export interface PlacedOrder {
	readonly order: OrderRow
	/** True when an equal request was answered before. */
	readonly isRepetition: boolean
}

/**
 * Creates an order in one transaction: prices, delivery, discount and total from the shop's data, stock, lines,
 * ledger, payment attempt and mail. The same key of the same customer returns the same order. Creates nothing when
 * it fails: with `demasiadas_solicitudes` (orders too often), `total_cambio` (another total was shown), `sin_stock`
 * (names the colour), `limite_unidades`, `limite_ordenes`, `confirma_correo` (a new account's limit),
 * `rut_requerido` (above 135 UF without a buyer), `sesion_expirada` (the account was deleted),
 * `cuenta_bloqueada`, or as checkOrder
 * does.
 */
export async function placeOrder(
	deps: PlaceOrderDeps,
	usuario: CurrentUser,
	request: PlaceOrderRequest,
	{ key, ip }: { readonly key: string | undefined; readonly ip: string },
): Promise<PlacedOrder | Failure> {
	if (request.carrito.length === 0) return fail('carrito_vacio')
	const huella = createHash('sha256').update(JSON.stringify(request)).digest('hex')
	const name = key === undefined ? undefined : { usuario_id: usuario.id, clave: key, huella }
	const placed = await createOrFind(deps, { usuario, request, name, ip })
	return isFailure(placed) && placed.failure === 'confirma_correo' ? await requireProvedAddress(deps, usuario) : placed
}

interface Sent extends Pick<OrderToWrite, 'usuario' | 'request' | 'name'> {
	readonly ip: string
}

async function createOrFind(deps: PlaceOrderDeps, sent: Sent): Promise<PlacedOrder | Failure> {
	const created = await tryToCreate(deps, sent)
	const { name } = sent
	if (!isFailure(created) || !name) return created
	// A rejected order may have been answered before, or meanwhile by another process.
	return (await findAnswered(deps.db, name)) ?? created
}

async function tryToCreate(deps: PlaceOrderDeps, sent: Sent): Promise<PlacedOrder | Failure> {
	const checked = await checkOrder(deps, sent.request)
	if (isFailure(checked)) return checked
	return await transactionOrFailure(deps.db, (tx) => createOrder(deps, tx, { ...sent, checked }))
}

async function findAnswered(db: Queryable, name: RequestName): Promise<PlacedOrder | Failure | undefined> {
	const [row] = await db
		.select({ huella: clavesIdempotencia.huella, orden: ordenes })
		.from(clavesIdempotencia)
		.innerJoin(ordenes, eq(ordenes.id, clavesIdempotencia.orden_id))
		.where(and(eq(clavesIdempotencia.usuario_id, name.usuario_id), eq(clavesIdempotencia.clave, name.clave)))
	if (!row) return undefined
	return row.huella === name.huella ? { order: row.orden, isRepetition: true } : fail('clave_repetida')
}

async function createOrder(
	deps: PlaceOrderDeps,
	tx: Transaction,
	wanted: Sent & { readonly checked: CheckedOrder },
): Promise<PlacedOrder | Failure> {
	const { usuario, request, checked } = wanted
	const { metodo_pago } = request
	const now = deps.clock.now()
	const buyer = { user: usuario.id, telefono: checked.telefono, red: sharedNetworkOf(wanted.ip) }
	const [, [account], , recent, held, locked] = await together(
		// Each statement here reads by a key and is planned once: the buyer's unpaid orders cost more to plan than to read.
		() => tx.execute(sql`set local plan_cache_mode = force_generic_plan`),
		// Holds up a deletion or a block of the account, which lock this row; a deletion then waits for its orders.
		() =>
			tx
				.select({ standing: standingOf, bloqueada_at: usuarios.bloqueada_at, ajustes: storedSettings })
				.from(usuarios)
				.where(and(eq(usuarios.id, usuario.id), isNull(usuarios.deleted_at)))
				.for('key share'),
		() => lockHolder(tx, buyer),
		() => countRecentOrders(tx, usuario.id, now),
		() => readHeld(tx, buyer),
		// A code is locked before the products.
		() => (checked.cupon === null ? lockWanted(tx, request.carrito) : undefined),
	)
	// Deleted after the request was authenticated.
	if (!account) return fail('sesion_expirada')
	if (account.bloqueada_at) return fail('cuenta_bloqueada')
	const { standing, ajustes } = account
	const settings = settingsOf(ajustes)
	const holder = { ...buyer, metodo_pago, standing, red: standing === 'known' ? null : buyer.red }
	const unsold = refuseSale(settings, now) ?? refuseMethod(metodo_pago, settings, deps.settings.gateways)
	if (unsold) return unsold
	// Checked first: an order above the limits cannot be helped by paying another one.
	const tooMany = refuseUnits(unitsByLine(request), settings)
	if (tooMany) return fail('limite_unidades', { text: tooMany.text, extra: { limite: tooMany.limite } })
	const tooFast = await refusePace(tx, { user: usuario.id, metodo_pago, settings, now }, recent)
	if (tooFast) return tooFast
	const cupon = await couponIn(deps, tx, checked.cupon, settings)
	if (cupon === undefined) return fail('cupon_invalido')
	const unusable = await refuseCoupon(tx, cupon, holder, now)
	if (unusable) return unusable
	const products = locked ?? (await lockWanted(tx, request.carrito))
	const priced = priceOrder(request, checked.delivery.despacho, products, cupon)
	if (isFailure(priced)) return priced
	const { lines, totals } = priced
	const units = unitsOf(lines)
	const shortage = shortageOf(units, products)
	if (shortage) return outOfStock(shortage, await hintOfOwnOrder(tx, usuario, shortage))
	// Checked last: a total of 0 reserves nothing unpaid.
	const beyondLimits = totals.total > 0 && (await refuseHold(tx, holder, { units, products, held }, settings))
	if (beyondLimits) return beyondLimits
	for (const check of deps.hooks.orderPriced) {
		const refusal = await check(tx, { settings: deps.settings, usuario, request, total: totals.total })
		if (refusal) return refusal
	}
	const id = deps.newId()
	const terms = deps.hooks.orderTerms.map((termsOf) => termsOf(deps.settings))
	const red = totals.total > 0 ? holder.red : null
	const order = await writeOrder(deps, tx, { ...wanted, id, settings, totals, lines, now, terms, red })
	if (isFailure(order)) return order
	await notifyLowStock(deps, tx, { orden_id: id, units, products })
	return { order, isRepetition: false }
}

/** Mails the link that proves the account's address, and returns the failure with the alternative, if any. */
async function requireProvedAddress(deps: PlaceOrderDeps, usuario: CurrentUser): Promise<Failure> {
	const settings = await readSettings(deps.db)
	await mailProvingLink(deps, usuario)
	const isPayableNow = offeredGateways(settings, deps.settings.gateways).length > 0
	const orElse = isPayableNow ? ' O elige «Pago en línea», sin confirmarlo.' : ''
	const text = `Para reservar sin pagar todavía, confirma tu correo: abre el enlace que enviamos a ${usuario.email} y vuelve a confirmar el pedido.${orElse}`
	return fail('confirma_correo', { text })
}

/** The lines and totals of an order; `despacho` in CLP. Fails when the total is not the requested one. */
function priceOrder(
	request: PlaceOrderRequest,
	despacho: number,
	products: readonly SoldProduct[],
	coupon: Coupon | null,
): { readonly lines: OrderLine[]; readonly totals: Totals } | Failure {
	const lines = cartLines(request, products)
	if (isFailure(lines)) return lines
	const totals = totalsOf({ lines, despacho, coupon })
	if (coupon && totals.subtotal < coupon.minimo) return fail('cupon_invalido')
	if (totals.total > maxTotal) return fail('campos_invalidos')
	return totals.total === request.total ? { lines, totals } : totalChanged(totals, lines)
}

/** The coupon of the given code; null without a code, undefined for an unknown one. */
async function couponIn(
	deps: PlaceOrderDeps,
	tx: Transaction,
	codigo: string | null,
	settings: Settings,
): Promise<Coupon | null | undefined> {
	if (codigo === null) return null
	return await findCoupon(deps, tx, codigo, { discountCode: deps.settings.discountCode, settings })
}

/** The units of each colour of a product, over all lines. */
function unitsByLine({ carrito }: PlaceOrderRequest): { cantidad: number }[] {
	const lines = Map.groupBy(carrito, ({ sku, color }) => JSON.stringify([sku, color ?? '']))
	return [...lines.values()].map((equal) => ({ cantidad: equal.reduce((sum, { cantidad }) => sum + cantidad, 0) }))
}

/** The cart's lines with products and prices of the database; equal lines are merged. */
function cartLines(request: PlaceOrderRequest, products: readonly SoldProduct[]): OrderLine[] | Failure {
	const lines: OrderLine[] = []
	for (const { sku, color, cantidad } of request.carrito) {
		const product = products.find((candidate) => candidate.sku === sku && candidate.color === (color ?? ''))
		if (!product) return outOfStock({ color: color ?? sku, disponible: 0 })
		const at = lines.findIndex((line) => line.product === product)
		const held = lines[at]
		if (held) lines[at] = { ...held, cantidad: held.cantidad + cantidad }
		else lines.push({ product, cantidad, precio: product.precio })
	}
	return lines
}

function totalChanged(totals: Totals, lines: readonly OrderLine[]): Failure {
	const extra: TotalChanged = {
		...totals,
		items: lines.map(({ product, precio }) => ({ sku: product.sku, color: product.color, precio })),
	}
	return fail('total_cambio', { extra: { ...extra } })
}
