import { asc, count, desc, eq, isNotNull } from 'drizzle-orm'
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
import { devoluciones, devolucionesAMano, intentosPago } from '#modules/orders/payment-tables.ts'
import { readHeldByHand, readPayments } from '#modules/orders/server/read-order-money.ts'
import { readParts } from '#modules/orders/server/read-parts.ts'
import { describeOrder, readTogether } from '#modules/orders/staff/server/list-orders.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { correos, type OrderRow, ordenes } from '#modules/orders/tables.ts'

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
	const pagos = await readPayments(db, orderId)
	const devolvible_a_mano = await readHeldByHand(db, order, pagos)
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
		pagos,
		intentos: await readAttempts(db, orderId),
		devoluciones: await readRefunds(db, orderId),
		devoluciones_a_mano: await readHandRefunds(db, orderId),
		devolvible_a_mano,
		...(await readParts(orderDetailReaders, deps, db, [order]))(order),
		correos: await readMails(db, orderId),
		...(await readHistory(db, orderId)),
		juntas: await readTogether(db, order),
		acciones: actionsFor({ ...order, devolvible: refundableOf(pagos), devolvible_a_mano }),
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
