import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { readHistory } from '#core/server/audit/audit.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { isForCustomer } from '#modules/lists/mails.ts'
import { orderDetailReaders } from '#modules/lists/order-parts.ts'
import { awaitsHandover } from '#modules/orders/handover.ts'
import { actionsFor } from '#modules/orders/order-actions.ts'
import { refundableOf } from '#modules/orders/order-money.ts'
import { devoluciones, devolucionesAMano, intentosPago, pagos } from '#modules/orders/payment-tables.ts'
import { readHeldByHand, readPayments } from '#modules/orders/server/read-order-money.ts'
import { readParts } from '#modules/orders/server/read-parts.ts'
import { describeOrder } from '#modules/orders/staff/server/list-orders.ts'
import type { OrderDetail, OrderGroup } from '#modules/orders/staff/shapes.ts'
import { correos, type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'

/** Returns an order with its history. Refuses with `orden_desconocida`. */
export async function readOrder(
	deps: Pick<StaffDeps, 'signer' | 'clock'>,
	db: Queryable,
	orderId: string,
): Promise<OrderDetail> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	const [order] = await db.select().from(ordenes).where(eq(ordenes.id, orderId))
	if (!order) refuse('orden_desconocida')
	const described = await describeOrder(deps, db, order)
	const payments = await readPayments(db, orderId)
	const devolvible_a_mano = await readHeldByHand(db, order, payments)
	return {
		...described,
		subtotal: order.subtotal,
		despacho: order.despacho,
		descuento: order.descuento,
		cupon: order.cupon,
		comuna: order.comuna,
		lat: order.lat,
		lng: order.lng,
		distancia_m: order.distancia_m,
		despacho_sin_medir: order.despacho_sin_medir,
		stock_tomado: order.stock_tomado,
		entrega_detenida: order.entrega_detenida && awaitsHandover(order),
		estacion_retiro: order.estacion_retiro,
		horario_retiro: order.horario_retiro,
		plazo_entrega: order.plazo_entrega,
		expires_at: order.expires_at?.toISOString() ?? null,
		comprobante_rechazado: order.comprobante_rechazado,
		cliente: await readCustomer(db, order),
		pagos: payments,
		intentos: await readAttempts(db, orderId),
		devoluciones: await readRefunds(db, orderId),
		devoluciones_a_mano: await readHandRefunds(db, orderId),
		devolvible_a_mano,
		...(await readParts(orderDetailReaders, deps, db, [order]))(order),
		correos: await readMails(db, orderId),
		...(await readHistory(db, orderId)),
		juntas: await readTogether(db, order),
		acciones: actionsFor({ ...order, devolvible: refundableOf(payments), devolvible_a_mano }),
	}
}

async function readCustomer(db: Queryable, order: OrderRow): Promise<OrderDetail['cliente']> {
	if (order.user === null) return null
	const { id, email, first_name, last_name, is_active, bloqueada_at } = usuarios
	const [customer] = await db
		.select({ id, email, first_name, last_name, is_active, bloqueada: isNotNull(bloqueada_at).mapWith(Boolean) })
		.from(usuarios)
		.where(eq(usuarios.id, order.user))
	const [made] = await db.select({ n: count() }).from(ordenes).where(eq(ordenes.user, order.user))
	return customer ? { ...customer, ordenes: made?.n ?? 0 } : null
}

async function readAttempts(db: Queryable, orderId: string): Promise<OrderDetail['intentos']> {
	const { id, gateway, estado, monto, gateway_ref, created_at, expires_at } = intentosPago
	const rows = await db
		.select({ id, gateway, estado, monto, gateway_ref, created_at, expires_at })
		.from(intentosPago)
		.where(eq(intentosPago.orden_id, orderId))
		.orderBy(asc(intentosPago.created_at))
	return rows.map((row) => ({
		...row,
		created_at: row.created_at.toISOString(),
		expires_at: row.expires_at.toISOString(),
	}))
}

async function readRefunds(db: Queryable, orderId: string): Promise<OrderDetail['devoluciones']> {
	const rows = await db
		.select({
			id: devoluciones.id,
			gateway: devoluciones.gateway,
			pago_id: devoluciones.pago_id,
			monto: devoluciones.monto,
			motivo: devoluciones.motivo,
			estado: devoluciones.estado,
			devolucion_id: devoluciones.devolucion_id,
			usuario: usuarios.email,
			aceptar_hasta: devoluciones.aceptar_hasta,
			por_transferencia: devoluciones.por_transferencia,
			created_at: devoluciones.created_at,
		})
		.from(devoluciones)
		.leftJoin(usuarios, eq(usuarios.id, devoluciones.usuario_id))
		.where(eq(devoluciones.orden_id, orderId))
		.orderBy(asc(devoluciones.created_at))
	return rows.map((row) => ({
		...row,
		aceptar_hasta: row.aceptar_hasta?.toISOString() ?? null,
		created_at: row.created_at.toISOString(),
	}))
}

async function readHandRefunds(db: Queryable, orderId: string): Promise<OrderDetail['devoluciones_a_mano']> {
	const { id, monto, medio, fecha, referencia, usuario_id, orden_id, created_at } = devolucionesAMano
	const rows = await db
		.select({ id, monto, medio, fecha, referencia, usuario: usuarios.email, created_at })
		.from(devolucionesAMano)
		.leftJoin(usuarios, eq(usuarios.id, usuario_id))
		.where(eq(orden_id, orderId))
		.orderBy(asc(created_at))
	return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

async function readMails(db: Queryable, orderId: string): Promise<OrderDetail['correos']> {
	const { id, plantilla, destinatario, created_at, enviado_at } = correos
	const rows = await db
		.select({ id, plantilla, destinatario, created_at, enviado_at })
		.from(correos)
		.where(eq(correos.orden_id, orderId))
		.orderBy(desc(correos.created_at), asc(correos.plantilla))
		.limit(100)
	return rows.map((row) => ({
		...row,
		created_at: row.created_at.toISOString(),
		enviado_at: row.enviado_at?.toISOString() ?? null,
		se_puede_reenviar: isForCustomer(row),
	}))
}

/** Never paid, payable later, and without a proof: only reserved stock is at stake. */
export function isNeverPaid(db: Queryable): SQL | undefined {
	const payments = db.select({ one: sql`1` }).from(pagos).where(eq(pagos.orden_id, ordenes.id))
	return and(
		eq(ordenes.estado, 'pendiente'),
		eq(ordenes.stock_tomado, true),
		isNull(ordenes.pagada_at),
		inArray(ordenes.metodo_pago, ['transferencia', 'efectivo']),
		notExists(payments),
	)
}

/** The unpaid orders of the order's network, or of its clock hour; undefined without a network. */
export function groupOf(db: Queryable, { red, created_at }: OrderRow, group: OrderGroup): SQL | undefined {
	if (group === 'red') return red === null ? undefined : and(isNeverPaid(db), eq(ordenes.red, red))
	const hourMs = 3_600_000
	const start = new Date(Math.floor(created_at.getTime() / hourMs) * hourMs)
	const isInHour = and(gte(ordenes.created_at, start), lt(ordenes.created_at, new Date(start.getTime() + hourMs)))
	return and(isNeverPaid(db), isInHour)
}

/** The unpaid orders and units that can be cancelled with an order; null for fewer than two. */
async function readTogether(db: Queryable, order: OrderRow): Promise<OrderDetail['juntas']> {
	const count = async (group: OrderGroup) => {
		const which = groupOf(db, order, group)
		if (!which) return null
		const [found] = await db
			.select({
				ordenes: sql<number>`count(distinct ${ordenes.id})::int`,
				unidades: sql<number>`coalesce(sum(${ordenLineas.cantidad}), 0)::int`,
				isAmong: sql<boolean>`coalesce(bool_or(${ordenes.id} = ${order.id}), false)`,
			})
			.from(ordenes)
			.innerJoin(ordenLineas, eq(ordenLineas.orden_id, ordenes.id))
			.where(which)
		return found?.isAmong && found.ordenes >= 2 ? { ordenes: found.ordenes, unidades: found.unidades } : null
	}
	if (order.estado !== 'pendiente') return { red: null, hora: null }
	return { red: await count('red'), hora: await count('hora') }
}
