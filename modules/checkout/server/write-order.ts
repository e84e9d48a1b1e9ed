import { and, eq, or, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import type { MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { bottlePicture } from '#modules/catalog/colors.ts'
import type { CheckedOrder } from '#modules/checkout/server/check-order.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { Totals } from '#modules/checkout/totals.ts'
import type { NotifyContext } from '#modules/context.ts'
import { formatDireccion, pickupHours } from '#modules/delivery/delivery.ts'
import { isSale } from '#modules/orders/estado.ts'
import { reservedUntil } from '#modules/orders/hold-times.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { numbersLock } from '#modules/orders/server/order-hold.ts'
import { mailDataOf, mailOrderReceived, mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { moveStock, type SoldProduct, type UnitsOfProduct } from '#modules/orders/server/reserve-stock.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { notifySale, waitsForSummary } from '#modules/orders/server/transition-order.ts'
import { clavesIdempotencia, type OrderRow, ordenes, ordenLineas, skippedNumbers } from '#modules/orders/tables.ts'
import { createAttempt } from '#modules/payments/server/open-attempt.ts'
import type { Settings } from '#modules/settings/settings.ts'

export interface OrderLine {
	readonly product: SoldProduct
	readonly cantidad: number
	readonly precio: number
}

/** The request under a customer's Idempotency-Key: `huella` is the SHA-256 of its body. */
export interface RequestName {
	readonly usuario_id: number
	readonly clave: string
	readonly huella: string
}

export interface OrderToWrite {
	readonly id: string
	readonly now: Date
	readonly settings: Settings
	/** What modules freeze with the order. */
	readonly terms: readonly Partial<typeof ordenes.$inferInsert>[]
	readonly usuario: CurrentUser
	readonly request: PlaceOrderRequest
	readonly checked: CheckedOrder
	readonly totals: Totals
	readonly lines: readonly OrderLine[]
	readonly name: RequestName | undefined
	/** The network whose unpaid orders include this one; null for none. */
	readonly red: string | null
}

/** One less than the number of the first order. */
const numberBeforeFirst = 1000

interface WriteOrderDeps extends NotifyContext {
	readonly newId: () => string
	readonly clock: Clock
	readonly settings: ShopSettings
}

/**
 * Inserts an order with the next number, its lines, stock movements, idempotency key, audit row, what modules keep of it,
 * mails and first payment attempt. The caller has checked it and locks its products; the lock of the numbers is the last
 * one. Fails with `clave_repetida` when the customer's order with this key was written meanwhile.
 */
export async function writeOrder(
	deps: WriteOrderDeps,
	tx: Transaction,
	parts: OrderToWrite,
): Promise<OrderRow | Failure> {
	const { id, usuario, name, lines, checked, request, settings } = parts
	await rememberContact(tx, usuario, { telefono: checked.telefono, direccion: checked.delivery.direccion })
	const row = { ...rowOf(parts), nro_orden: nextNumber }
	// A separate statement takes the lock: the next one must see the order of the transaction that held it.
	const [, [order]] = await together(
		() => tx.execute(sql`select ${numbersLock}`),
		() => tx.insert(ordenes).overridingSystemValue().values(row).returning(),
	)
	if (!order) throw new Error('the order was not written')
	const rows = linesOf(id, lines)
	const mails: MailToEnqueue[] = []
	const collecting = { ...deps, mail: async (_: Transaction, ...more: MailToEnqueue[]) => void mails.push(...more) }
	const data = mailDataOf(order, rows, settings.feriados)
	const [named] = await together(
		() => name && insertKey(tx, name, id),
		() => tx.insert(ordenLineas).values(rows),
		() => moveStock(tx, id, 'venta', unitsOf(lines)),
		() => auditOrder(tx, id, usuario.id, { accion: 'creada', campo: 'estado', despues: order.estado }),
		() => mailOrderReceived(collecting, tx, order, data),
		() => isSale(order) && notifySale(collecting, tx, order, settings, data),
		() => order.atencion !== null && mailStaffCase(collecting, tx, order, { motivo: order.atencion, data }),
	)
	if (named?.length === 0) return fail('clave_repetida')
	for (const hook of deps.hooks.orderPlaced) await hook(tx, { order, usuario, request, settings: deps.settings })
	await deps.mail(tx, ...mails)
	if (isGatewayMethod(order.metodo_pago) && order.total > 0) await createAttempt(deps, tx, order, order.metodo_pago)
	return order
}

/** Keeps the key of an order; returns no row when another order has it. */
const insertKey = (tx: Transaction, name: RequestName, orden_id: string) =>
	tx
		.insert(clavesIdempotencia)
		.values({ ...name, orden_id })
		.onConflictDoNothing()
		.returning({ clave: clavesIdempotencia.clave })

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

export const unitsOf = (lines: readonly OrderLine[]): UnitsOfProduct[] =>
	lines.map(({ product: { id, color }, cantidad }) => ({ producto_id: id, color, cantidad }))

/** An order with a total of 0 is `pagada` at once. */
function rowOf({ id, now, settings, terms, usuario, request, checked, totals, red }: OrderToWrite) {
	const { delivery, cupon, telefono } = checked
	const isFree = totals.total === 0
	const estado = isFree ? ('pagada' as const) : ('pendiente' as const)
	const isAnnounced = isSale({ estado, metodo_pago: request.metodo_pago }) && !waitsForSummary(settings)
	return {
		id,
		user: usuario.id,
		nombre: `${usuario.first_name} ${usuario.last_name}`.trim(),
		email: usuario.email,
		estado,
		metodo_pago: request.metodo_pago,
		...totals,
		cupon,
		telefono,
		...delivery,
		stock_tomado: true,
		// The distance is unknown: staff review it before the delivery.
		atencion: delivery.despacho_sin_medir ? ('despacho_sin_medir' as const) : null,
		entrega_detenida: delivery.despacho_sin_medir,
		...Object.assign({}, ...terms),
		...promisesOf(checked, settings),
		expires_at: isFree ? null : reservedUntil(request.metodo_pago, now, settings),
		pagada_at: isFree ? now : null,
		avisada_at: isAnnounced ? now : null,
		red,
		created_at: now,
	} satisfies typeof ordenes.$inferInsert
}

/** The promises shown before paying, stored with the order because the owner may change them later. */
function promisesOf({ delivery }: CheckedOrder, settings: Settings) {
	const isPickup = delivery.tipo_entrega === 'retiro'
	return {
		estacion_retiro: isPickup ? settings.retiro_estacion : null,
		horario_retiro: isPickup ? pickupHours(settings.retiro_horario, settings.retiro_aviso) : null,
		plazo_entrega: delivery.despacho_sin_medir ? null : settings.plazo_entrega,
	}
}

function linesOf(orderId: string, lines: readonly OrderLine[]) {
	return lines.map(({ product, cantidad, precio }, posicion) => ({
		orden_id: orderId,
		posicion,
		producto_id: product.id,
		nombre: product.nombre,
		sku: product.sku,
		color: product.color,
		imagen: bottlePicture(product.color),
		precio,
		cantidad,
	}))
}

/** Stores an order's phone and address with an account that has none, for the next checkout. */
async function rememberContact(
	tx: Transaction,
	usuario: CurrentUser,
	order: { telefono: string; direccion: string },
): Promise<void> {
	const { telefono } = order
	const direccion = formatDireccion(order.direccion)
	const isNew = usuario.telefono === '' || (usuario.direccion === '' && direccion !== '')
	if (!isNew) return
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
