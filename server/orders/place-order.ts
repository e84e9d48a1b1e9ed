import { createHash } from 'node:crypto'
import { and, eq, or, sql } from 'drizzle-orm'
import { type Failure, isFailure, refuse } from '#contract/failure.ts'
import type { PlaceOrderRequest, TotalChanged } from '#contract/orders/place-order.ts'
import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'
import { type Totals, totalsOf } from '#domain/orders/totals.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { clavesIdempotencia, ordenes, ordenLineas, productos } from '#server/db/schema.ts'
import type { QuoteDeliveryDeps } from '#server/delivery/quote-delivery.ts'
import type { CurrentUser } from '#server/http/guard.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import { type CheckedOrder, checkOrder } from '#server/orders/check-order.ts'
import { lockProducts, type ProductRow, takeLockedStock } from '#server/orders/hold-stock.ts'
import { holdUntil } from '#server/orders/lifetimes.ts'
import type { OrderRow } from '#server/orders/move-order.ts'
import { mailOrderReceived } from '#server/orders/order-mails.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import { createAttempt } from '#server/payments/create-attempt.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

export interface PlaceOrderDeps extends QuoteDeliveryDeps {
	readonly db: Database
	readonly newId: () => string
	readonly mail: EnqueueMail
	readonly settings: ShopSettings
}

export interface PlacedOrder {
	readonly orden_id: string
	/** True when this very request had been answered before. */
	readonly isRepetition: boolean
}

/** No order is larger than this, so that every sum fits the database's integers. In pesos. */
const maxTotal = 2_000_000_000

/** Ends the transaction without a trace and carries out of it why. */
class Undone extends Error {
	readonly failure: Failure
	constructor(failure: Failure) {
		super(failure.failure)
		this.failure = failure
	}
}

/**
 * Creates an order: prices, delivery, discount and total from the shop's own data, its bottles taken from stock, its lines,
 * ledger rows, payment attempt and mail, all in one transaction. The same key of the same customer gives the same order.
 *
 * Refuses with `total_cambio` when the customer was shown another total, `sin_stock` naming the colour, and whatever
 * check-order refuses; then nothing was created.
 */
export async function placeOrder(
	deps: PlaceOrderDeps,
	usuario: CurrentUser,
	request: PlaceOrderRequest,
	key: string | undefined,
): Promise<PlacedOrder | Failure> {
	if (request.carrito.length === 0) return refuse('carrito_vacio')
	const huella = createHash('sha256').update(JSON.stringify(request)).digest('hex')
	const earlier = key === undefined ? undefined : await findAnswered(deps.db, usuario.id, key, huella)
	if (earlier) return earlier
	const checked = await checkOrder(deps, request)
	if (isFailure(checked)) return checked
	try {
		return await deps.db.transaction(async (tx) => {
			if (key !== undefined) {
				await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orden:${usuario.id}:${key}`}, 0))`)
				const meanwhile = await findAnswered(tx, usuario.id, key, huella)
				if (isFailure(meanwhile)) throw new Undone(meanwhile)
				if (meanwhile) return meanwhile
			}
			const orden_id = await createOrder(deps, tx, usuario, request, checked)
			if (key !== undefined) {
				await tx.insert(clavesIdempotencia).values({ usuario_id: usuario.id, clave: key, huella, orden_id })
			}
			return { orden_id, isRepetition: false }
		})
	} catch (error) {
		if (error instanceof Undone) return error.failure
		throw error
	}
}

async function findAnswered(
	db: Database | Transaction,
	usuario_id: number,
	clave: string,
	huella: string,
): Promise<PlacedOrder | Failure | undefined> {
	const [row] = await db
		.select()
		.from(clavesIdempotencia)
		.where(and(eq(clavesIdempotencia.usuario_id, usuario_id), eq(clavesIdempotencia.clave, clave)))
	if (!row) return undefined
	return row.huella === huella ? { orden_id: row.orden_id, isRepetition: true } : refuse('clave_repetida')
}

interface OrderLine {
	readonly product: ProductRow
	readonly cantidad: number
	readonly precio: number
}

async function createOrder(
	deps: PlaceOrderDeps,
	tx: Transaction,
	usuario: CurrentUser,
	request: PlaceOrderRequest,
	checked: CheckedOrder,
): Promise<string> {
	const wanted = request.carrito.map(({ sku, color }) => and(eq(productos.sku, sku), eq(productos.color, color ?? '')))
	const products = await lockProducts(tx, or(...wanted))
	const lines = linesOf(request, products)
	if (isFailure(lines)) throw new Undone(lines)
	const { delivery, cupon } = checked
	const totals = totalsOf({ lines, despacho: delivery.despacho, hasDiscount: cupon !== null })
	if (totals.total > maxTotal) throw new Undone(refuse('campos_invalidos'))
	if (totals.total !== request.total) throw new Undone(totalChanged(totals, lines))

	const orden_id = deps.newId()
	const order = await writeOrder(deps, tx, usuario, { orden_id, request, checked, totals, lines })
	const units = lines.map(({ product, cantidad }) => ({ producto_id: product.id, cantidad }))
	const shortage = await takeLockedStock(tx, deps.mail, { orden_id, units, products })
	if (shortage) throw new Undone(outOfStock(shortage.color, shortage.disponible))
	await writeAudit(tx, {
		tipo: 'orden',
		ref: orden_id,
		usuario_id: usuario.id,
		accion: 'creada',
		campo: 'estado',
		despues: order.estado,
	})
	if (isGatewayMethod(order.metodo_pago) && order.total > 0) await createAttempt(tx, deps, order, order.metodo_pago)
	await mailOrderReceived(tx, deps.mail, order)
	return orden_id
}

/** Writes the order's row and its lines. Nothing has to be paid for a total of 0: such an order is `pagada` at once. */
async function writeOrder(
	deps: PlaceOrderDeps,
	tx: Transaction,
	usuario: CurrentUser,
	parts: {
		orden_id: string
		request: PlaceOrderRequest
		checked: CheckedOrder
		totals: Totals
		lines: readonly OrderLine[]
	},
): Promise<OrderRow> {
	const { orden_id, request, totals, lines } = parts
	const { delivery, cupon, telefono } = parts.checked
	const now = deps.clock.now()
	const isFree = totals.total === 0
	const [order] = await tx
		.insert(ordenes)
		.values({
			id: orden_id,
			user: usuario.id,
			nombre: `${usuario.first_name} ${usuario.last_name}`.trim(),
			email: usuario.email,
			estado: isFree ? 'pagada' : 'pendiente',
			metodo_pago: request.metodo_pago,
			...totals,
			cupon,
			telefono,
			tipo_entrega: delivery.tipo_entrega,
			direccion: delivery.direccion,
			comuna: delivery.comuna,
			lat: delivery.lat,
			lng: delivery.lng,
			distancia_m: delivery.distancia_m,
			despacho_sin_medir: delivery.despacho_sin_medir,
			stock_tomado: true,
			expires_at: isFree ? null : holdUntil(request.metodo_pago, now),
			pagada_at: isFree ? now : null,
			created_at: now,
		})
		.returning()
	if (!order) throw new Error('the order was not written')
	await tx.insert(ordenLineas).values(
		lines.map(({ product, cantidad, precio }, posicion) => ({
			orden_id,
			posicion,
			producto_id: product.id,
			nombre: product.nombre,
			sku: product.sku,
			color: product.color,
			imagen: pictureOf(product.color),
			precio,
			cantidad,
		})),
	)
	return order
}

/** The cart's lines with the shop's own products and prices; equal lines become one. */
function linesOf(request: PlaceOrderRequest, products: readonly ProductRow[]): OrderLine[] | Failure {
	const lines: OrderLine[] = []
	for (const { sku, color, cantidad } of request.carrito) {
		const product = products.find((candidate) => candidate.sku === sku && candidate.color === (color ?? ''))
		if (!product) return outOfStock(color ?? sku, 0)
		const at = lines.findIndex((line) => line.product === product)
		const held = lines[at]
		if (held) lines[at] = { ...held, cantidad: held.cantidad + cantidad }
		else lines.push({ product, cantidad, precio: product.precio })
	}
	return lines
}

function outOfStock(color: string, disponible: number): Failure {
	const text =
		disponible > 0
			? `Solo quedan ${disponible} unidades en ${color}.`
			: `No hay stock disponible para el color ${color}.`
	return refuse('sin_stock', { text, extra: { color, disponible } })
}

function totalChanged(totals: Totals, lines: readonly OrderLine[]): Failure {
	const extra: TotalChanged = {
		...totals,
		items: lines.map(({ product, precio }) => ({ sku: product.sku, color: product.color, precio })),
	}
	return refuse('total_cambio', { extra: { ...extra } })
}

/** The stable address of a colour's small picture, kept with the order. */
function pictureOf(color: string): string {
	return `/pictures/shaker-${color.toLowerCase()}.webp`
}
