import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { dateOf } from '#core/server/lists/list-page.ts'
import { type HeldPayment, heldByHand, moneyOf, type OrderBooks, type OrderMoney } from '#modules/orders/order-money.ts'
import type { PaymentDestino, PaymentDetails, PaymentState } from '#modules/orders/payment-details.ts'
import { devoluciones, devolucionesAMano, disputas, pagos } from '#modules/orders/payment-tables.ts'
import type { OwnRefund } from '#modules/orders/shapes.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'

interface BooksRow extends OrderBooks, Record<string, unknown> {
	readonly id: string
}

const ofOrder = sql`orden_id = ${ordenes.id}`

/**
 * The money that left the payment `p`, in CLP: the only reading of who sent money back. `pedido`, `hecho`: refunds of the
 * shop, requested or made, with those that it made at the gateway itself (`ajeno`); `retirado`: taken by a dispute beyond
 * them. A lost chargeback takes the whole payment, whatever the gateway reports. Needs `propio` and `propio_hecho`, the
 * refunds that the shop recorded, and whether the payment was disputed (`disputado`) and so lost (`perdido`).
 */
export const leftBy = sql`cross join lateral (
		select case when disputado then 0 else greatest(0, p.devuelto - propio_hecho) end as ajeno,
			least(p.monto, case when disputado then propio else greatest(p.devuelto, propio) end) as pedido,
			least(p.monto, case when disputado then propio_hecho else greatest(p.devuelto, propio_hecho) end) as hecho,
			case when disputado then greatest(0, case when perdido then p.monto else least(p.monto, p.devuelto) end - propio)
				else 0 end as retirado
	) salido`

const ofPayment = (of: string) =>
	sql.raw(`${of}.orden_id = p.orden_id and ${of}.gateway = p.gateway and ${of}.pago_id = p.pago_id`)

/** `leftBy` of each payment `p` of a statement, with the refunds and disputes that it needs. */
export const leftPayment = sql`cross join lateral (
		select coalesce(sum(d.monto), 0)::int as propio, coalesce(sum(d.monto) filter (where d.estado = 'hecha'), 0)::int as propio_hecho
		from ${devoluciones} d where ${ofPayment('d')} and d.estado <> 'rechazada'
	) anotado cross join lateral (
		select count(*) > 0 as disputado, coalesce(bool_or(c.tipo = 'contracargo' and c.estado = 'perdida'), false) as perdido
		from ${disputas} c where ${ofPayment('c')}
	) discutido ${leftBy}`

/** The captured payments of each order with the money that left them. */
const payments = sql`
	select p.gateway, p.pago_id, p.destino, p.monto, propio, pedido, hecho as devuelto, retirado
	from ${pagos} p ${leftPayment} where p.${ofOrder} and p.estado in ('aprobado', 'devuelto')`

const sumsOf = (destino: PaymentDestino) => {
	const sum = (column: string) =>
		sql`coalesce(sum(${sql.identifier(column)}) filter (where destino = ${destino}), 0)::int`
	return sql`json_build_object('monto', ${sum('monto')}, 'pedido', ${sum('pedido')}, 'devuelto', ${sum('devuelto')},
		'retirado', ${sum('retirado')})`
}

/** Reads the books of orders in one statement. */
export async function readBooks(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderBooks>> {
	if (orderIds.length === 0) return new Map()
	const isOpen = sql`c.estado = 'abierta' and c.tipo <> 'fraude'`
	const { rows } = await db.execute<BooksRow>(sql`
		select ${ordenes.id} as id, ${ordenes.estado} as estado, ${ordenes.metodo_pago} as metodo_pago, ${ordenes.total} as total,
			${ordenes.pagado_a_mano} as pagado_a_mano, ${ordenes.pagada_at} is not null as esta_pagada,
			pagado.aplicado, pagado.casos, disputado.en_disputa, disputado.discutida,
			(select coalesce(sum(m.monto), 0)::int from ${devolucionesAMano} m where m.${ofOrder}) as devuelto_a_mano
		from ${ordenes}
		cross join lateral (
			select case when bool_or(destino = 'aplicado') then ${sumsOf('aplicado')} end as aplicado,
				${sumsOf('caso')} as casos
			from (${payments}) pago
		) pagado
		cross join lateral (
			select coalesce(bool_or(${isOpen}), false) as en_disputa, coalesce(bool_or(c.estado <> 'ganada'), false) as discutida
			from ${disputas} c where c.${ofOrder}
		) disputado
		where ${inArray(ordenes.id, [...orderIds])}`)
	return new Map(rows.map(({ id, ...books }) => [id, books]))
}

/** Of an order `ordenes` with the gateway payment `p` that pays it, if any. */
export const stands = sql`${ordenes.estado} in ('pagada', 'completado')`
export const appliedPayment = sql`left join ${pagos} p on p.orden_id = ${ordenes.id} and p.destino = 'aplicado'`

/** The revenue of a paid order in CLP, as in its tax documents. */
export const broughtIn = sql`case when p.monto is null then greatest(${ordenes.total}, coalesce(${ordenes.pagado_a_mano}, 0))
	when ${stands} then greatest(${ordenes.total}, p.monto) else p.monto end`

/** Reads the money of orders by their ids. Throws for an unknown order. */
export async function readOrderMoney(
	db: Queryable,
	orderIds: readonly string[],
): Promise<(orderId: string) => OrderMoney> {
	const books = await readBooks(db, orderIds)
	return (orderId) => {
		const own = books.get(orderId)
		if (!own) throw new Error(`the books of order ${orderId} were not read`)
		return moneyOf(own)
	}
}

interface RefundRow extends OwnRefund, Record<string, unknown> {
	readonly id: string
}

/**
 * Reads the refunds of orders without rejected ones, oldest first; those that the shop made at the gateway itself have
 * no day and are last. Money that a dispute took is none.
 */
export async function readOwnRefunds(
	db: Queryable,
	orderIds: readonly string[],
): Promise<(orderId: string) => OwnRefund[]> {
	const { rows } = await db.execute<RefundRow>(sql`
		select ${ordenes.id} as id, r.monto, r.via, r.estado, r.fecha::text as fecha,
			to_char(r.aceptar_hasta at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as aceptar_hasta
		from ${ordenes} cross join lateral (
			select monto, case when por_transferencia then 'transferencia' else gateway end as via,
				case when estado = 'hecha' then estado else 'en_curso' end as estado,
				${dateOf(sql`case when estado = 'hecha' then updated_at else created_at end`)} as fecha,
				case when estado = 'en_curso' then aceptar_hasta end as aceptar_hasta,
				case when estado = 'hecha' then updated_at else created_at end as at
			from ${devoluciones} d where d.${ofOrder} and estado <> 'rechazada'
			union all select monto, medio, 'hecha', fecha, null, created_at from ${devolucionesAMano} m where m.${ofOrder}
			union all select pedido - propio, gateway, 'hecha', null, null, null from (${payments}) pago where pedido > propio
		) r
		where ${inArray(ordenes.id, [...orderIds])} order by r.fecha, r.at`)
	const byOrder = Map.groupBy(rows, ({ id }) => id)
	return (orderId) => (byOrder.get(orderId) ?? []).map(({ id: _, ...refund }) => refund)
}

/** The money fields that customers and staff see. */
export const shownMoney = ({ dinero, devuelto, devuelto_por_banco, por_devolver }: OrderMoney) => ({
	dinero,
	devuelto,
	devuelto_por_banco,
	por_devolver,
})

type Row = Omit<PaymentDetails, 'autorizado_at'> & { readonly autorizado_at: Date | null }

export function toDetails(row: Row): PaymentDetails {
	const { codigo_autorizacion, tipo_tarjeta, medio, tipo_cuotas, cuotas, monto_cuota, ultimos_digitos } = row
	return {
		codigo_autorizacion,
		tipo_tarjeta,
		medio,
		tipo_cuotas,
		cuotas,
		monto_cuota,
		ultimos_digitos,
		autorizado_at: row.autorizado_at?.toISOString() ?? null,
	}
}

/** The details as columns of a payment's row. */
export function toColumns(details: PaymentDetails): Row {
	const at = details.autorizado_at === null ? null : new Date(details.autorizado_at)
	return { ...details, autorizado_at: at }
}

const names = [
	'codigo_autorizacion',
	'autorizado_at',
	'tipo_tarjeta',
	'medio',
	'tipo_cuotas',
	'cuotas',
	'monto_cuota',
	'ultimos_digitos',
] as const satisfies (keyof Row)[]

/** For an upsert: a stored value stays when a later answer leaves it out. */
export const detailsUpsert = Object.fromEntries(
	names.map((name) => [name, sql`coalesce(excluded.${sql.identifier(name)}, ${pagos[name]})`]),
) as Record<keyof Row, SQL>

/** The method details of the payment that pays an order; null without one. */
export async function readPaymentDetails(db: Queryable, orderId: string): Promise<PaymentDetails | null> {
	const [row] = await db
		.select()
		.from(pagos)
		.where(and(eq(pagos.orden_id, orderId), eq(pagos.destino, 'aplicado')))
		.orderBy(desc(pagos.created_at))
		.limit(1)
	return row ? toDetails(row) : null
}

/** The gateway captured this money; a part may have been refunded since. */
const captured: readonly PaymentState[] = ['aprobado', 'devuelto']

/** An order's payments, with what left them. A refund counts from its request, unless the gateway refused it. */
export async function readPayments(db: Queryable, orderId: string) {
	const rows = await db.select().from(pagos).where(eq(pagos.orden_id, orderId)).orderBy(asc(pagos.created_at))
	if (rows.length === 0) return []
	const { rows: left } = await db.execute<{ gateway: string; pago_id: string; pedido: number; retirado: number }>(sql`
		select p.gateway, p.pago_id, pedido, retirado from ${pagos} p ${leftPayment} where p.orden_id = ${orderId}`)
	return rows.map((row) => {
		const { gateway, pago_id, estado, monto, moneda, destino, created_at } = row
		const { pedido = 0, retirado = 0 } = left.find((one) => one.gateway === gateway && one.pago_id === pago_id) ?? {}
		const devolvible = captured.includes(estado) ? monto - pedido - retirado : 0
		return {
			gateway,
			pago_id,
			estado,
			monto,
			moneda,
			destino,
			devolvible,
			devuelto: pedido,
			retirado,
			detalle: toDetails(row),
			created_at: created_at.toISOString(),
		}
	})
}

/** CLP of an order that staff can still refund by hand; `payments` are those of gateways. */
export async function readHeldByHand(
	db: Queryable,
	order: OrderRow,
	payments: readonly HeldPayment[],
): Promise<number> {
	if (order.pagada_at === null) return 0
	return heldByHand({ ...order, devuelto_a_mano: await readHandRefunded(db, order.id) }, payments)
}

/** CLP of an order that staff refunded by hand so far. */
export async function readHandRefunded(db: Queryable, orderId: string): Promise<number> {
	const [row] = await db
		.select({ monto: sql<number>`coalesce(sum(${devolucionesAMano.monto}), 0)::int` })
		.from(devolucionesAMano)
		.where(eq(devolucionesAMano.orden_id, orderId))
	return row?.monto ?? 0
}
