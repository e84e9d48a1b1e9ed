import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import { hasWebAddress } from '#core/rules/web-address.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import type { MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import { bottlePicture } from '#modules/catalog/colors.ts'
import { unitsProblem } from '#modules/catalog/unit-limits.ts'
import { outOfStock } from '#modules/checkout/sale-problem.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { maxTotal, normalizeCoupon, totalsOf } from '#modules/checkout/totals.ts'
import { deliveredAddress } from '#modules/delivery/address.ts'
import { isEmptyDireccion, pickupHours, resolveTipoEntrega } from '#modules/delivery/delivery.ts'
import { unpricedHouse } from '#modules/delivery/house-number.ts'
import { type QuoteDeliveryDeps, quoteDelivery, readQuote } from '#modules/delivery/server/quote-delivery.ts'
import { outOfCoverageText } from '#modules/delivery/tariff.ts'
import type { NotifyContext } from '#modules/lists/context.ts'
import type { PlaceOrderHeaders } from '#modules/lists/shapes.ts'
import { isSale } from '#modules/orders/estado.ts'
import { reservedUntil } from '#modules/orders/hold-times.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { type CouponUser, findCoupon } from '#modules/orders/server/coupons.ts'
import { couponUseProblem, numbersLock } from '#modules/orders/server/order-hold.ts'
import { mailDataOf, mailOrderReceived, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { lockWanted, moveStock, notifyLowStock, type SoldProduct } from '#modules/orders/server/reserve-stock.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { notifySale, waitsForSummary } from '#modules/orders/server/transition-order.ts'
import { clavesIdempotencia, type OrderRow, ordenes, ordenLineas, skippedNumbers } from '#modules/orders/tables.ts'
import { createAttempt } from '#modules/payments/server/open-attempt.ts'
import type { Settings } from '#modules/settings/settings.ts'

export interface PlaceOrderDeps extends QuoteDeliveryDeps, NotifyContext {
	readonly db: Database
	readonly newId: () => string
	readonly settings: ShopSettings
}

/** A request under the Idempotency-Key of who sent it: `huella` is the SHA-256 of its body. */
type RequestName = { readonly usuario_id: number; readonly clave: string; readonly huella: string } | undefined

/** The name of a request; undefined without a key. */
export const nameOf = (usuario_id: number, clave: string | undefined, request: object): RequestName =>
	clave ? { usuario_id, clave, huella: createHash('sha256').update(JSON.stringify(request)).digest('hex') } : undefined

/** Whom an order is for, and who enters it. */
export interface Orderer {
	/** The customer's account; null: none. */
	readonly user: number | null
	readonly nombre: string
	readonly email: string
	/** The account that enters it. */
	readonly actorId: number
	readonly name: RequestName
	/** Of the customer's request; absent where staff enter the order. */
	readonly headers?: PlaceOrderHeaders
	/** Until when its units are reserved unpaid; by default as its payment method says. */
	readonly heldUntil?: Date
	/** The customer has it in hand: no mail says what to do next. */
	readonly isHandedOver?: boolean
}

/** The order of an equal request that was answered before. Refuses with `clave_repetida` for the key of another request. */
export async function findAnswered(db: Queryable, name: RequestName): Promise<OrderRow | undefined> {
	if (!name) return undefined
	const [row] = await db
		.select({ huella: clavesIdempotencia.huella, orden: ordenes })
		.from(clavesIdempotencia)
		.innerJoin(ordenes, eq(ordenes.id, clavesIdempotencia.orden_id))
		.where(and(eq(clavesIdempotencia.usuario_id, name.usuario_id), eq(clavesIdempotencia.clave, name.clave)))
	if (row && row.huella !== name.huella) refuse('clave_repetida')
	return row?.orden
}

/**
 * Decides what needs no lock: contact, what modules check, delivery. Refuses with `telefono_invalido`,
 * `direccion_requerida`, `texto_con_enlace`, `fuera_de_cobertura`, `solo_rm`, and as the modules and `quoteDelivery` do.
 */
export async function checkOrder(
	deps: QuoteDeliveryDeps & Pick<NotifyContext, 'hooks'> & { settings: ShopSettings },
	request: PlaceOrderRequest,
) {
	const telefono = phoneDigits(request.telefono)
	if (!isPhone(telefono)) refuse('telefono_invalido')
	for (const check of deps.hooks.orderRequested) orRefuse(check(request))
	const delivery = await chooseDelivery(deps, request)
	return { telefono, delivery, cupon: normalizeCoupon(request.cupon ?? '') || null }
}

export type CheckedOrder = Awaited<ReturnType<typeof checkOrder>>

async function chooseDelivery(deps: QuoteDeliveryDeps, request: PlaceOrderRequest) {
	const direccion = request.direccion ?? ''
	const tipo_entrega = resolveTipoEntrega(request.tipo_entrega, direccion)
	if (tipo_entrega === 'retiro') {
		const nowhere = { direccion: '', comuna: '', direccion_mapa: '', lat: null, lng: null, distancia_m: null }
		return { tipo_entrega, despacho: 0, ...nowhere, despacho_sin_medir: false }
	}
	if (isEmptyDireccion(direccion) && !request.lugar_id) refuse('direccion_requerida')
	if (hasWebAddress(direccion)) refuse('texto_con_enlace')
	const quote = await quoteOf(deps, request, direccion)
	if (quote.fuera_de_cobertura) refuse('fuera_de_cobertura', { text: outOfCoverageText(await deps.readTariff()) })
	if (request.metodo_pago === 'efectivo' && !quote.en_rm) refuse('solo_rm')
	return {
		tipo_entrega,
		despacho: quote.costo,
		direccion: deliveredAddress(direccion, quote.direccion),
		comuna: quote.comuna ?? '',
		// A quote without coordinates has only the typed address.
		direccion_mapa: quote.lat === null ? '' : quote.direccion,
		lat: quote.lat,
		lng: quote.lng,
		distancia_m: quote.distancia_m,
		// The distance is unknown: staff review it before the delivery.
		despacho_sin_medir: quote.sin_medir,
	}
}

/**
 * The quote that was shown to the customer, unless the address has a house number that it lacks. Such an address is
 * quoted again, and another price changes the total.
 */
async function quoteOf(deps: QuoteDeliveryDeps, request: PlaceOrderRequest, direccion: string) {
	const { lugar_id, cotizacion } = request
	if (!lugar_id) return await quoteDelivery(deps, { direccion })
	const shown = cotizacion ? readQuote(deps, { lugar_id, cotizacion }) : undefined
	const quote = shown ?? (await quoteDelivery(deps, { lugar_id }))
	const casa = quote.sin_medir ? undefined : unpricedHouse(direccion, quote)
	if (casa === undefined) return quote
	return await quoteDelivery(deps, quote.numero === null ? { lugar_id, casa } : { direccion })
}

/** Refuses with `limite_unidades` a request with more units than one order may have. */
export function refuseTooMany({ carrito }: PlaceOrderRequest, settings: Settings): void {
	const equal = Map.groupBy(carrito, ({ sku, color }) => JSON.stringify([sku, color ?? ''])).values()
	const tooMany = unitsProblem(
		[...equal].map((lines) => ({ cantidad: unitsIn(lines) })),
		settings,
	)
	if (tooMany) refuse('limite_unidades', { text: tooMany.text, extra: { limite: tooMany.limite } })
}

/**
 * Prices an order under the locks of its buyer, and locks its code and then its products (`locked`: those that the caller
 * locked already). Refuses with `cupon_invalido`, `total_cambio` (another total was shown), `campos_invalidos` above the
 * highest total, and `sin_stock` for a colour that is not sold; whether the units are left is the caller's question.
 */
export async function priceOrder(
	deps: PlaceOrderDeps,
	tx: Transaction,
	order: {
		readonly request: PlaceOrderRequest
		readonly checked: CheckedOrder
		readonly buyer: CouponUser
		readonly settings: Settings
		readonly now: Date
		readonly locked?: readonly SoldProduct[] | undefined
	},
) {
	const { request, checked, settings } = order
	const { discountCode } = deps.settings
	const found = checked.cupon === null ? null : await findCoupon(deps, tx, checked.cupon, { discountCode, settings })
	const coupon = found === undefined ? refuse('cupon_invalido') : found
	orRefuse(await couponUseProblem(tx, coupon, order.buyer, order.now))

	const products = order.locked ?? (await lockWanted(tx, request.carrito))
	const lines = linesOf(request, products)
	const totals = totalsOf({ lines, despacho: checked.delivery.despacho, coupon })
	if (coupon && totals.subtotal < coupon.minimo) refuse('cupon_invalido')
	if (totals.total > maxTotal) refuse('campos_invalidos')
	if (totals.total !== request.total) {
		const items = lines.map(({ product: { sku, color }, precio }) => ({ sku, color, precio }))
		refuse('total_cambio', { extra: { ...totals, items } })
	}
	const units = lines.map(({ product: { id, color }, cantidad }) => ({ producto_id: id, color, cantidad }))
	return { products, lines, units, totals }
}

/** The cart's lines with products and prices of the database; equal lines are merged. */
function linesOf({ carrito }: PlaceOrderRequest, products: readonly SoldProduct[]) {
	const units = new Map<SoldProduct, number>()
	for (const { sku, color, cantidad } of carrito) {
		const product = products.find((candidate) => candidate.sku === sku && candidate.color === (color ?? ''))
		if (!product) return orRefuse(outOfStock({ color: color ?? sku, disponible: 0 }))
		units.set(product, (units.get(product) ?? 0) + cantidad)
	}
	return [...units].map(([product, cantidad]) => ({ product, cantidad, precio: product.precio }))
}

const unitsIn = (lines: PlaceOrderRequest['carrito']) => lines.reduce((sum, { cantidad }) => sum + cantidad, 0)

/** A priced order that may be written. */
type DecidedOrder = Awaited<ReturnType<typeof priceOrder>> & {
	readonly now: Date
	readonly settings: Settings
	/** The network by which it is counted while it is unpaid; null: none. */
	readonly red: string | null
}

/**
 * Writes a priced order and what follows from it, under its buyer's and its products' locks. The lock of the numbers is
 * the last one. Refuses with `clave_repetida` when the request's key has an order meanwhile.
 */
export async function writeOrder(
	deps: PlaceOrderDeps,
	tx: Transaction,
	orderer: Orderer,
	request: PlaceOrderRequest,
	checked: CheckedOrder,
	decided: DecidedOrder,
): Promise<OrderRow> {
	const { user, nombre, email, actorId, name, headers } = orderer
	const { now, settings, products, lines, units, totals, red } = decided
	const { metodo_pago } = request
	const { despacho_sin_medir, tipo_entrega } = checked.delivery
	const id = deps.newId()
	const isPickup = tipo_entrega === 'retiro'
	// An order with a total of 0 is paid at once.
	const isFree = totals.total === 0
	const estado = isFree ? ('pagada' as const) : ('pendiente' as const)
	const row: Omit<typeof ordenes.$inferInsert, 'nro_orden'> = {
		id,
		user,
		nombre,
		email,
		telefono: checked.telefono,
		estado,
		metodo_pago,
		...totals,
		cupon: checked.cupon,
		...checked.delivery,
		red,
		stock_tomado: true,
		atencion: despacho_sin_medir ? 'despacho_sin_medir' : null,
		entrega_detenida: despacho_sin_medir,
		...Object.assign({}, ...deps.hooks.orderTerms.map((termsOf) => termsOf(deps.settings))),
		// The promises that were shown before paying, as the owner may change them later.
		estacion_retiro: isPickup ? settings.retiro_estacion : null,
		horario_retiro: isPickup ? pickupHours(settings.retiro_horario, settings.retiro_aviso) : null,
		plazo_entrega: despacho_sin_medir ? null : settings.plazo_entrega,
		expires_at: isFree ? null : (orderer.heldUntil ?? reservedUntil(metodo_pago, now, settings)),
		pagada_at: isFree ? now : null,
		avisada_at: isSale({ estado, metodo_pago }) && !waitsForSummary(settings) ? now : null,
		created_at: now,
	}
	// A separate statement takes the lock: the next one must see the order of the transaction that held it.
	const [, [order]] = await together(
		() => tx.execute(sql`select ${numbersLock}`),
		() =>
			tx
				.insert(ordenes)
				.overridingSystemValue()
				.values({ ...row, nro_orden: nextNumber })
				.returning(),
	)
	if (!order) throw new Error('the order was not written')

	const rows = lines.map(({ product, cantidad, precio }, posicion) => ({
		orden_id: id,
		posicion,
		producto_id: product.id,
		nombre: product.nombre,
		sku: product.sku,
		color: product.color,
		imagen: bottlePicture(product.color),
		precio,
		cantidad,
	}))
	const mails: MailToEnqueue[] = []
	const collecting = { ...deps, mail: async (_: Transaction, ...more: MailToEnqueue[]) => void mails.push(...more) }
	const data = mailDataOf(order, rows, settings.feriados)
	const [named] = await together(
		() => name && insertKey(tx, { ...name, orden_id: id }),
		() => tx.insert(ordenLineas).values(rows),
		() => moveStock(tx, id, 'venta', units),
		() => auditOrder(tx, id, actorId, { accion: 'creada', campo: 'estado', despues: estado }),
		() => !orderer.isHandedOver && mailOrderReceived(collecting, tx, order, data),
		() => isSale(order) && notifySale(collecting, tx, order, settings, data),
		() => order.atencion !== null && mailStaffCase(collecting, tx, order, { motivo: order.atencion, data }),
	)
	// The order with this key was written meanwhile.
	if (named?.length === 0) refuse('clave_repetida')
	for (const hook of deps.hooks.orderPlaced) await hook(tx, { order, request, headers, settings: deps.settings })
	await deps.mail(tx, ...mails)
	if (isGatewayMethod(metodo_pago) && !isFree) await createAttempt(deps, tx, order, metodo_pago)
	await notifyLowStock(deps, tx, { orden_id: id, units, products })
	return order
}

/** Keeps the key of an order; returns no row when another order has it. */
const insertKey = (tx: Transaction, key: typeof clavesIdempotencia.$inferInsert) =>
	tx.insert(clavesIdempotencia).values(key).onConflictDoNothing().returning({ clave: clavesIdempotencia.clave })

/** One less than the number of the first order. */
const numberBeforeFirst = 1000

/**
 * SQL: the next number, one more than the highest, or than the sequence where a restore has moved it past the numbers of
 * lost orders. A rolled-back order uses no number. Advances the column's sequence.
 */
const nextNumber = sql<number>`(
	select setval(sequence, case when moved - highest >= ${skippedNumbers}::int then moved else highest end + 1)::int
	from (select pg_get_serial_sequence('ordenes', 'nro_orden')::regclass as sequence,
		coalesce(max(nro_orden), ${numberBeforeFirst}::int) as highest,
		coalesce(pg_sequence_last_value(pg_get_serial_sequence('ordenes', 'nro_orden')::regclass), 0)::int as moved
		from ordenes) as numbers)`
