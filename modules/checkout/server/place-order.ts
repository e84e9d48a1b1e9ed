import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { FailureAnswer, orRefuse, refuse } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import { sharedNetworkOf } from '#core/server/http/addresses.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { mailProvingLink } from '#modules/accounts/server/account-mails.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { methodProblem, outOfStock, saleProblem } from '#modules/checkout/sale-problem.ts'
import {
	type CheckedOrder,
	checkOrder,
	findAnswered,
	nameOf,
	type PlaceOrderDeps,
	priceOrder,
	refuseTooMany,
	writeOrder,
} from '#modules/checkout/server/write-order.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import type { PlaceOrderHeaders } from '#modules/lists/shapes.ts'
import { holdProblem, lockHolder, readHeld, standingOf } from '#modules/orders/server/order-hold.ts'
import { countRecentOrders, paceProblem } from '#modules/orders/server/order-pace.ts'
import { lockWanted, shortageOf } from '#modules/orders/server/reserve-stock.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { readSettings, settingsOf, storedSettings } from '#modules/settings/server/read-settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'

type OrderHeaders = PlaceOrderHeaders & { readonly 'idempotency-key'?: string | undefined }

export interface PlacedOrder {
	readonly order: OrderRow
	/** True when an equal request was answered before. */
	readonly isRepetition: boolean
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
	{ headers, ip }: { readonly headers: OrderHeaders; readonly ip: string },
): Promise<PlacedOrder> {
	if (request.carrito.length === 0) refuse('carrito_vacio')
	const name = nameOf(usuario.id, headers['idempotency-key'], request)
	try {
		const checked = await checkOrder(deps, request)
		const order = await deps.db.transaction(async (tx) => {
			const decided = await decideOrder(deps, tx, { usuario, request, ip }, checked)
			await rememberContact(tx, usuario, checked)
			const nombre = `${usuario.first_name} ${usuario.last_name}`.trim()
			const orderer = { user: usuario.id, nombre, email: usuario.email, actorId: usuario.id, name, headers }
			return await writeOrder(deps, tx, orderer, request, checked, decided)
		})
		return { order, isRepetition: false }
	} catch (error) {
		if (!(error instanceof FailureAnswer)) throw error
		// A rejected order may have been answered before, or meanwhile by another process.
		const order = await findAnswered(deps.db, name)
		if (order) return { order, isRepetition: true }
		if (error.failure.failure === 'confirma_correo') await requireProvedAddress(deps, usuario)
		throw error
	}
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
 * Locks account, mailbox, phone and network, code and products, in this order, and decides whether and at what price the
 * order is made. Refuses with `sesion_expirada` (the account was deleted), `cuenta_bloqueada`, `tienda_cerrada`, `tienda_incompleta`,
 * `metodo_no_disponible`, `limite_unidades`, `demasiadas_solicitudes` (orders too often), `cupon_invalido`,
 * `total_cambio` (another total was shown), `sin_stock` (names the colour), `limite_ordenes`, `confirma_correo` (a new
 * account's limit), and as the modules do.
 */
async function decideOrder(
	deps: PlaceOrderDeps,
	tx: Transaction,
	{ usuario, request, ip }: { usuario: CurrentUser; request: PlaceOrderRequest; ip: string },
	checked: CheckedOrder,
) {
	const { metodo_pago } = request
	const now = deps.clock.now()
	const buyer = { user: usuario.id, telefono: checked.telefono, red: sharedNetworkOf(ip) }
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
	refuseTooMany(request, settings)
	orRefuse(await paceProblem(tx, { user: usuario.id, metodo_pago, settings, now }, recent))
	const priced = await priceOrder(deps, tx, { request, checked, buyer, settings, now, locked })
	const { totals, units, products } = priced
	const shortage = shortageOf(units, products)
	if (shortage) return orRefuse(outOfStock(shortage, await hintOfOwnOrder(tx, usuario.id, shortage.color)))
	// A total of 0 reserves nothing unpaid; the orders of a buyer who has paid before are counted by no network.
	const { standing } = account
	const red = totals.total === 0 || standing === 'known' ? null : buyer.red
	if (totals.total > 0)
		orRefuse(await holdProblem(tx, { ...buyer, metodo_pago, standing, red }, { units, products, held }, settings))
	for (const check of deps.hooks.orderPriced)
		orRefuse(await check(tx, { settings: deps.settings, user: usuario.id, request, total: totals.total }))
	return { ...priced, now, settings, red }
}

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

/** Stores an order's phone and address with an account that has none, for the next checkout. */
async function rememberContact(
	tx: Transaction,
	usuario: CurrentUser,
	{ telefono, delivery }: CheckedOrder,
): Promise<void> {
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
