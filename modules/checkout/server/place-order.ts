import { createHash } from 'node:crypto'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { FailureAnswer, orRefuse, refuse } from '#core/contract/failure.ts'
import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import { hasWebAddress } from '#core/rules/web-address.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import { sharedNetworkOf } from '#core/server/http/addresses.ts'
import type { MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { mailProvingLink } from '#modules/accounts/server/account-mails.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { bottlePicture } from '#modules/catalog/colors.ts'
import { unitsProblem } from '#modules/catalog/unit-limits.ts'
import { methodProblem, outOfStock, saleProblem } from '#modules/checkout/sale-problem.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { maxTotal, normalizeCoupon, totalsOf } from '#modules/checkout/totals.ts'
import { deliveredAddress } from '#modules/delivery/address.ts'
import { formatDireccion, isEmptyDireccion, pickupHours, resolveTipoEntrega } from '#modules/delivery/delivery.ts'
import { unpricedHouse } from '#modules/delivery/house-number.ts'
import { type QuoteDeliveryDeps, quoteDelivery, readQuote } from '#modules/delivery/server/quote-delivery.ts'
import { outOfCoverageText } from '#modules/delivery/tariff.ts'
import type { NotifyContext } from '#modules/lists/context.ts'
import { isSale } from '#modules/orders/estado.ts'
import { reservedUntil } from '#modules/orders/hold-times.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { findCoupon } from '#modules/orders/server/coupons.ts'
import {
	couponUseProblem,
	holdProblem,
	lockHolder,
	numbersLock,
	readHeld,
	standingOf,
} from '#modules/orders/server/order-hold.ts'
import { mailDataOf, mailOrderReceived, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { countRecentOrders, paceProblem } from '#modules/orders/server/order-pace.ts'
import {
	lockWanted,
	moveStock,
	notifyLowStock,
	type SoldProduct,
	shortageOf,
} from '#modules/orders/server/reserve-stock.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { notifySale, waitsForSummary } from '#modules/orders/server/transition-order.ts'
import { clavesIdempotencia, type OrderRow, ordenes, ordenLineas, skippedNumbers } from '#modules/orders/tables.ts'
import { createAttempt } from '#modules/payments/server/open-attempt.ts'
import { readSettings, settingsOf, storedSettings } from '#modules/settings/server/read-settings.ts'
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

interface Sent {
	readonly usuario: CurrentUser
	readonly request: PlaceOrderRequest
	/** The request under the customer's Idempotency-Key: `huella` is the SHA-256 of its body. */
	readonly name: { readonly usuario_id: number; readonly clave: string; readonly huella: string } | undefined
	readonly ip: string
}

/**
 * Creates an order in one transaction: prices, delivery, discount and total from the shop's data, stock, lines,
 * ledger, payment attempt and mail. The same key of the same customer returns the same order. Creates nothing when
 * it refuses: with `carrito_vacio`, what `checkOrder` and `decideOrder` say, `clave_repetida` (the key of another
 * request), and `confirma_correo`, for which it mails the link.
 */
export async function placeOrder(
	deps: PlaceOrderDeps,
	usuario: CurrentUser,
	request: PlaceOrderRequest,
	{ key, ip }: { readonly key: string | undefined; readonly ip: string },
): Promise<PlacedOrder> {
	if (request.carrito.length === 0) refuse('carrito_vacio')
	const huella = createHash('sha256').update(JSON.stringify(request)).digest('hex')
	const sent: Sent = { usuario, request, name: key ? { usuario_id: usuario.id, clave: key, huella } : undefined, ip }
	try {
		const checked = await checkOrder(deps, request)
		const order = await deps.db.transaction(async (tx) => {
			const decided = await decideOrder(deps, tx, sent, checked)
			return await writeOrder(deps, tx, sent, checked, decided)
		})
		return { order, isRepetition: false }
	} catch (error) {
		if (!(error instanceof FailureAnswer)) throw error
		// A rejected order may have been answered before, or meanwhile by another process.
		const order = await findAnswered(deps.db, sent)
		if (order) return { order, isRepetition: true }
		if (error.failure.failure === 'confirma_correo') await requireProvedAddress(deps, usuario)
		throw error
	}
}

async function findAnswered(db: Queryable, { name }: Sent): Promise<OrderRow | undefined> {
	if (!name) return undefined
	const [row] = await db
		.select({ huella: clavesIdempotencia.huella, orden: ordenes })
		.from(clavesIdempotencia)
		.innerJoin(ordenes, eq(ordenes.id, clavesIdempotencia.orden_id))
		.where(and(eq(clavesIdempotencia.usuario_id, name.usuario_id), eq(clavesIdempotencia.clave, name.clave)))
	if (row && row.huella !== name.huella) refuse('clave_repetida')
	return row?.orden
}

/** Mails the link that proves the account's address, and refuses with the alternative, if any. */
async function requireProvedAddress(deps: PlaceOrderDeps, usuario: CurrentUser): Promise<never> {
	const settings = await readSettings(deps.db)
	await mailProvingLink(deps, usuario)
	const isPayableNow = offeredGateways(settings, deps.settings.gateways).length > 0
	const orElse = isPayableNow ? ' O elige «Pago en línea», sin confirmarlo.' : ''
	const text = `Para reservar sin pagar todavía, confirma tu correo: abre el enlace que enviamos a ${usuario.email} y vuelve a confirmar el pedido.${orElse}`
	return refuse('confirma_correo', { text })
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

type Checked = Awaited<ReturnType<typeof checkOrder>>

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

/**
 * Locks account, mailbox, phone and network, code and products, in this order, and decides whether and at what price the
 * order is made. Refuses with `sesion_expirada` (the account was deleted), `cuenta_bloqueada`, `tienda_cerrada`, `tienda_incompleta`,
 * `metodo_no_disponible`, `limite_unidades`, `demasiadas_solicitudes` (orders too often), `cupon_invalido`,
 * `total_cambio` (another total was shown), `sin_stock` (names the colour), `limite_ordenes`, `confirma_correo` (a new
 * account's limit), and as the modules do.
 */
async function decideOrder(deps: PlaceOrderDeps, tx: Transaction, sent: Sent, checked: Checked) {
	const { usuario, request } = sent
	const { metodo_pago } = request
	const now = deps.clock.now()
	const buyer = { user: usuario.id, telefono: checked.telefono, red: sharedNetworkOf(sent.ip) }
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
	if (!account) refuse('sesion_expirada')
	if (account.bloqueada_at) refuse('cuenta_bloqueada')
	const settings = settingsOf(account.ajustes)
	orRefuse(saleProblem(settings, now))
	orRefuse(methodProblem(metodo_pago, settings, deps.settings.gateways))

	// Checked first: an order above the limits cannot be helped by paying another one.
	const equal = Map.groupBy(request.carrito, ({ sku, color }) => JSON.stringify([sku, color ?? ''])).values()
	const tooMany = unitsProblem(
		[...equal].map((lines) => ({ cantidad: unitsIn(lines) })),
		settings,
	)
	if (tooMany) refuse('limite_unidades', { text: tooMany.text, extra: { limite: tooMany.limite } })
	orRefuse(await paceProblem(tx, { user: usuario.id, metodo_pago, settings, now }, recent))

	const { discountCode } = deps.settings
	const found = checked.cupon === null ? null : await findCoupon(deps, tx, checked.cupon, { discountCode, settings })
	const coupon = found === undefined ? refuse('cupon_invalido') : found
	orRefuse(await couponUseProblem(tx, coupon, buyer, now))

	const products = locked ?? (await lockWanted(tx, request.carrito))
	const lines = linesOf(request, products)
	const totals = totalsOf({ lines, despacho: checked.delivery.despacho, coupon })
	if (coupon && totals.subtotal < coupon.minimo) refuse('cupon_invalido')
	if (totals.total > maxTotal) refuse('campos_invalidos')
	if (totals.total !== request.total) {
		const items = lines.map(({ product: { sku, color }, precio }) => ({ sku, color, precio }))
		refuse('total_cambio', { extra: { ...totals, items } })
	}

	const units = lines.map(({ product: { id, color }, cantidad }) => ({ producto_id: id, color, cantidad }))
	const shortage = shortageOf(units, products)
	if (shortage) return orRefuse(outOfStock(shortage, await hintOfOwnOrder(tx, usuario.id, shortage.color)))
	// A total of 0 reserves nothing unpaid; the orders of a buyer who has paid before are counted by no network.
	const { standing } = account
	const red = totals.total === 0 || standing === 'known' ? null : buyer.red
	if (totals.total > 0)
		orRefuse(await holdProblem(tx, { ...buyer, metodo_pago, standing, red }, { units, products, held }, settings))
	for (const check of deps.hooks.orderPriced)
		orRefuse(await check(tx, { settings: deps.settings, usuario, request, total: totals.total }))
	return { now, settings, products, lines, units, totals, red }
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

/** Mentions that the customer's own unpaid order reserves units of the colour, as after a return from a gateway. */
async function hintOfOwnOrder(tx: Transaction, user: number, color: string): Promise<string> {
	const isOwn = and(eq(ordenes.user, user), eq(ordenes.estado, 'pendiente'), eq(ordenes.stock_tomado, true))
	const [own] = await tx
		.select({ nro_orden: ordenes.nro_orden })
		.from(ordenes)
		.innerJoin(ordenLineas, eq(ordenLineas.orden_id, ordenes.id))
		.where(and(isOwn, eq(ordenLineas.color, color)))
		.orderBy(desc(ordenes.nro_orden))
		.limit(1)
	return own ? ` Tu orden N° ${own.nro_orden} tiene unidades reservadas: síguela en tus órdenes.` : ''
}

type Decided = Awaited<ReturnType<typeof decideOrder>>

/** Writes the order and what follows from it, under the locks of `decideOrder`. The lock of the numbers is the last one. */
async function writeOrder(deps: PlaceOrderDeps, tx: Transaction, sent: Sent, checked: Checked, decided: Decided) {
	const { usuario, request, name } = sent
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
		user: usuario.id,
		nombre: `${usuario.first_name} ${usuario.last_name}`.trim(),
		email: usuario.email,
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
		expires_at: isFree ? null : reservedUntil(metodo_pago, now, settings),
		pagada_at: isFree ? now : null,
		avisada_at: isSale({ estado, metodo_pago }) && !waitsForSummary(settings) ? now : null,
		created_at: now,
	}
	await rememberContact(tx, usuario, checked)
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
		() => auditOrder(tx, id, usuario.id, { accion: 'creada', campo: 'estado', despues: estado }),
		() => mailOrderReceived(collecting, tx, order, data),
		() => isSale(order) && notifySale(collecting, tx, order, settings, data),
		() => order.atencion !== null && mailStaffCase(collecting, tx, order, { motivo: order.atencion, data }),
	)
	// The customer's order with this key was written meanwhile.
	if (named?.length === 0) refuse('clave_repetida')
	for (const hook of deps.hooks.orderPlaced) await hook(tx, { order, usuario, request, settings: deps.settings })
	await deps.mail(tx, ...mails)
	if (isGatewayMethod(metodo_pago) && !isFree) await createAttempt(deps, tx, order, metodo_pago)
	await notifyLowStock(deps, tx, { orden_id: id, units, products })
	return order
}

/** Stores an order's phone and address with an account that has none, for the next checkout. */
async function rememberContact(tx: Transaction, usuario: CurrentUser, { telefono, delivery }: Checked): Promise<void> {
	const direccion = formatDireccion(delivery.direccion)
	if (usuario.telefono !== '' && (usuario.direccion !== '' || direccion === '')) return
	await tx
		.update(usuarios)
		.set({
			telefono: sql`case when ${usuarios.telefono} = '' then ${telefono} else ${usuarios.telefono} end`,
			direccion: sql`case when ${usuarios.direccion} = '' then ${direccion} else ${usuarios.direccion} end`,
		})
		.where(
			and(
				eq(usuarios.id, usuario.id),
				or(eq(usuarios.telefono, ''), and(eq(usuarios.direccion, ''), sql`${direccion} <> ''`)),
			),
		)
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
