import { and, asc, count, desc, eq, inArray, isNotNull, min, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { listPage, type Period, startOf, withinDays } from '#core/server/lists/list-page.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import { refundableOf } from '#modules/orders/order-money.ts'
import { devoluciones, devolucionesAMano } from '#modules/orders/payment-tables.ts'
import { readHeldByHand, readOrderMoney, readPayments } from '#modules/orders/server/read-order-money.ts'
import type { ReadWaiting } from '#modules/orders/server/waiting.ts'
import { correos, type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import type { OwnReturn, ReturnsOfCustomer, StaffReturn } from '#modules/returns/order-shapes.ts'
import { moneyOfReturn } from '#modules/returns/return-money.ts'
import { daysLeft, lastDays, returnedUnits } from '#modules/returns/return-rules.ts'
import type { ListReturnsQuery } from '#modules/returns/shapes.ts'
import { type ReturnRow, retornoLineas, retornos } from '#modules/returns/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** A return with its lines, its refund and who opened it. */
type ReadReturn = Awaited<ReturnType<typeof readReturns>> extends (id: string) => (infer One)[] ? One : never

/** Reads the returns of orders, oldest first. */
export async function readReturns(db: Queryable, orderIds: readonly string[]) {
	const ids = [...orderIds]
	const { monto, estado } = devoluciones
	const rows = await db
		.select({
			row: retornos,
			usuario: usuarios.email,
			reemplazo: ordenes.nro_orden,
			devuelto: sql<
				number | null
			>`coalesce(case when ${estado} <> 'rechazada' then ${monto} end, ${devolucionesAMano.monto})`,
			reembolso: sql<
				string | null
			>`coalesce(${estado}, case when ${devolucionesAMano.id} is not null then 'hecha' end)`,
		})
		.from(retornos)
		.leftJoin(usuarios, eq(usuarios.id, retornos.usuario_id))
		.leftJoin(devoluciones, eq(devoluciones.id, retornos.devolucion_id))
		.leftJoin(devolucionesAMano, eq(devolucionesAMano.id, retornos.devolucion_id))
		.leftJoin(ordenes, eq(ordenes.id, retornos.reemplazo_id))
		.where(inArray(retornos.orden_id, ids))
		.orderBy(asc(retornos.id))
	const { retorno_id, posicion, cantidad, recibida, condicion, a_stock } = retornoLineas
	const lines = await db
		.select({ retorno_id, line: { posicion, color: ordenLineas.color, cantidad, recibida, condicion, a_stock } })
		.from(retornoLineas)
		.innerJoin(ordenLineas, and(eq(ordenLineas.orden_id, retornoLineas.orden_id), eq(ordenLineas.posicion, posicion)))
		.where(inArray(retornoLineas.orden_id, ids))
		.orderBy(asc(posicion))
	const read = rows.map(({ row, ...about }) => ({
		...row,
		...about,
		lineas: lines.filter((one) => one.retorno_id === row.id).map(({ line }) => line),
	}))
	return (orderId: string) => read.filter(({ orden_id }) => orden_id === orderId)
}

const ownFields = (one: ReadReturn): Omit<OwnReturn, 'lineas'> => ({
	id: one.id,
	tipo: one.tipo,
	opcion: one.opcion,
	vuelta: one.vuelta,
	estado: one.estado,
	pedido_at: one.pedido_at.toISOString(),
	dinero_hasta: one.dinero_hasta,
	recibido_at: one.recibido_at?.toISOString() ?? null,
	cerrado_at: one.cerrado_at?.toISOString() ?? null,
	motivo: one.motivo,
	respuesta: one.respuesta,
	devuelto: one.devuelto,
	reemplazo: one.reemplazo,
})

/** A return as its customer sees it. */
export const shownToCustomer = (one: ReadReturn): OwnReturn => ({
	...ownFields(one),
	lineas: one.lineas.map(({ posicion, color, cantidad, recibida }) => ({ posicion, color, cantidad, recibida })),
})

/** Where and how units are handed back. */
export const placeOf = ({ retorno_donde, retiro_estacion, retracto_envio }: Settings) => ({
	donde: retorno_donde ?? pickupPlace(retiro_estacion ?? ''),
	envio_retracto: retracto_envio === 'tienda' ? retracto_envio : ('cliente' as const),
})

/** Reads when delivered orders were handed over, by their newest move there, and whether a confirmation was mailed. */
async function readHandOvers(db: Queryable, orders: readonly OrderRow[]) {
	const ids = orders.filter(({ estado }) => estado === 'completado').map(({ id }) => id)
	const isMove = and(eq(auditoria.tipo, 'orden'), eq(auditoria.campo, 'estado'), eq(auditoria.despues, 'completado'))
	const moves = await db
		.select({ id: auditoria.ref, at: sql<string>`max(${auditoria.created_at})` })
		.from(auditoria)
		.where(and(isMove, inArray(auditoria.ref, ids)))
		.groupBy(auditoria.ref)
	const isConfirmation = inArray(correos.plantilla, ['orden_recibida', 'pago_confirmado'])
	const confirmed = await db
		.selectDistinct({ id: correos.orden_id })
		.from(correos)
		.where(and(inArray(correos.orden_id, ids), isConfirmation, isNotNull(correos.enviado_at)))
	return (orderId: string) => {
		const move = moves.find(({ id }) => id === orderId)
		return move && { handedOver: new Date(move.at), wasConfirmed: confirmed.some(({ id }) => id === orderId) }
	}
}

/** Reads the last days of each order's rights; undefined before its hand-over, and once all its money went back. */
export async function readLastDays(db: Queryable, orders: readonly OrderRow[], now: Date) {
	const ids = orders.map(({ id }) => id)
	const [handOverOf, returnsOf, moneyOf] = await Promise.all([
		readHandOvers(db, orders),
		readReturns(db, ids),
		readOrderMoney(db, ids),
	])
	return ({ id }: Pick<OrderRow, 'id'>) => {
		const handOver = handOverOf(id)
		if (!handOver || moneyOf(id).dinero === 'devuelta') return undefined
		const repairs = returnsOf(id).flatMap(({ opcion, estado, recibido_at, cerrado_at }) =>
			opcion === 'reparacion' && estado !== 'anulado' && recibido_at
				? [{ from: recibido_at, to: cerrado_at ?? now }]
				: [],
		)
		return { ...lastDays({ ...handOver, repairs }), wasConfirmed: handOver.wasConfirmed }
	}
}

const linesOf = async (db: Queryable, orderIds: readonly string[]) =>
	await db
		.select()
		.from(ordenLineas)
		.where(inArray(ordenLineas.orden_id, [...orderIds]))
		.orderBy(asc(ordenLineas.posicion))

/** Reads the returns of orders for their customers, with the units and rights that are left. */
export async function readOwnReturns(
	{ clock }: { readonly clock: Clock },
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<(order: OrderRow) => ReturnsOfCustomer | null> {
	const ids = orders.map(({ id }) => id)
	const [daysOf, returnsOf, lines, settings] = await Promise.all([
		readLastDays(db, orders, clock.now()),
		readReturns(db, ids),
		linesOf(db, ids),
		readSettings(db),
	])
	return (order) => {
		const days = daysOf(order)
		const returns = returnsOf(order.id)
		if (!days && returns.length === 0) return null
		const own = days ? lines.filter(({ orden_id }) => orden_id === order.id) : []
		return {
			retracto_hasta: days?.retracto ?? null,
			garantia_hasta: days?.garantia ?? null,
			sin_confirmacion: days?.wasConfirmed === false,
			lineas: own.map(({ posicion, nombre, color, cantidad }) => {
				const quedan = Math.max(0, cantidad - returnedUnits(returns, posicion))
				return { posicion, nombre, color, quedan }
			}),
			...placeOf(settings),
			con_ronda: settings.retorno_ronda && order.tipo_entrega === 'despacho',
			lista: returns.map(shownToCustomer),
		}
	}
}

/** Reads the returns of orders for staff, with the money that is due. */
export async function readStaffReturns(
	{ clock }: { readonly clock: Clock },
	db: Queryable,
	orders: readonly OrderRow[],
): Promise<(order: Pick<OrderRow, 'id'>) => StaffReturn[]> {
	const ids = orders.map(({ id }) => id)
	const [returnsOf, lines] = await Promise.all([readReturns(db, ids), linesOf(db, ids)])
	const shown: StaffReturn[] = []
	for (const order of orders) {
		const returns = returnsOf(order.id)
		const isToRefund = returns.some(({ estado }) => estado === 'recibido')
		const payments = isToRefund ? await readPayments(db, order.id) : []
		const devolvible = refundableOf(payments)
		const devolvible_a_mano = isToRefund ? await readHeldByHand(db, order, payments) : 0
		const lineas = lines.filter(({ orden_id }) => orden_id === order.id)
		for (const one of returns) {
			const isOpen = one.estado === 'pedido' || one.estado === 'recibido'
			// Units that were exchanged or repaired are still the customer's: neither their share nor the delivery went back.
			const earlier = returns.filter(
				(other) => other.id !== one.id && other.opcion === 'devolucion' && isBefore(other, one),
			)
			const cameBack = one.lineas.map(({ posicion, cantidad, recibida }) => ({
				posicion,
				before: returnedUnits(earlier, posicion),
				now: recibida ?? cantidad,
			}))
			const others = lineas
				.filter(({ posicion }) => !cameBack.some((line) => line.posicion === posicion))
				.map(({ posicion }) => ({ posicion, before: returnedUnits(earlier, posicion), now: 0 }))
			shown.push({
				...ownFields(one),
				orden_id: order.id,
				nro_orden: order.nro_orden,
				nombre: order.nombre,
				email: order.email,
				nota: one.nota,
				usuario: one.usuario,
				faltan: isOpen && one.dinero_hasta ? daysLeft(one.dinero_hasta, clock.now()) : null,
				sugerido: moneyOfReturn({ ...order, lineas }, [...cameBack, ...others], one.tipo === 'cortesia'),
				devolvible: one.estado === 'recibido' ? devolvible : 0,
				devolvible_a_mano: one.estado === 'recibido' ? devolvible_a_mano : 0,
				reembolso: one.reembolso,
				lineas: one.lineas,
			})
		}
	}
	return ({ id }) => shown.filter(({ orden_id }) => orden_id === id)
}

/** Whether a return's units came back before another's: those still under way come last. */
const isBefore = (other: ReturnRow, one: ReturnRow) =>
	other.recibido_at !== null &&
	(one.recibido_at === null ||
		other.recibido_at < one.recibido_at ||
		(+other.recibido_at === +one.recibido_at && other.id < one.id))

/** Reads one return for staff. Refuses with `no_encontrado`. */
export async function readStaffReturn(
	deps: { readonly clock: Clock },
	db: Queryable,
	returnId: number,
): Promise<StaffReturn> {
	const [one] = await staffReturnsOf(deps, db, [returnId])
	return one ?? refuse('no_encontrado')
}

/** Reads one return as its customer sees it. Refuses with `no_encontrado`. */
export async function readOwnReturn(db: Queryable, returnId: number): Promise<OwnReturn> {
	const [row] = await db.select().from(retornos).where(eq(retornos.id, returnId))
	const one = row && (await readReturns(db, [row.orden_id]))(row.orden_id).find(({ id }) => id === returnId)
	return one ? shownToCustomer(one) : refuse('no_encontrado')
}

async function staffReturnsOf(deps: { readonly clock: Clock }, db: Queryable, ids: readonly number[]) {
	const orders = await db
		.selectDistinctOn([ordenes.id], { order: ordenes })
		.from(ordenes)
		.innerJoin(retornos, eq(retornos.orden_id, ordenes.id))
		.where(inArray(retornos.id, [...ids]))
	const rows = orders.map(({ order }) => order)
	const returnsOf = await readStaffReturns(deps, db, rows)
	const all = rows.flatMap(returnsOf)
	return ids.flatMap((id) => all.find((one) => one.id === id) ?? [])
}

const isOpen = inArray(retornos.estado, ['pedido', 'recibido'])

/** One page of the returns: the open ones by the last day for their money, then the newest. */
export async function listReturns(
	deps: { readonly db: Database; readonly clock: Clock },
	{ estado, ...page }: ListReturnsQuery,
) {
	const { id, dinero_hasta, pedido_at } = retornos
	const list = {
		table: retornos,
		key: id,
		where: estado && eq(retornos.estado, estado),
		orderBy: [
			sql`${isOpen} desc`,
			sql`case when ${isOpen} then ${dinero_hasta} end`,
			sql`case when ${isOpen} then ${pedido_at} end`,
			desc(id),
		],
	}
	return await listPage(deps.db, list, page, (keys) => staffReturnsOf(deps, deps.db, keys))
}

/** The open returns, and the last minute of the first day for their money. */
export const returnsWaiting: ReadWaiting = async (db) => {
	const { dinero_hasta, pedido_at } = retornos
	const hasta = sql<string | null>`${startOf(sql`min(${dinero_hasta})::date + 1`)} - interval '1 minute'`
	const found = { cantidad: count(), desde: min(pedido_at), hasta }
	const [row] = await db.select(found).from(retornos).where(isOpen)
	return [
		{
			clave: 'retornos',
			texto: 'Retornos por recibir o cerrar',
			accion: 'Ver',
			lugar: String(panelQuery({ seccion: 'retornos' })),
			cantidad: row?.cantidad ?? 0,
			monto: null,
			desde: row?.desde?.toISOString() ?? null,
			hasta: row?.hasta ? new Date(row.hasta).toISOString() : null,
		},
	]
}

/** The returns of a period for the panel's numbers: asked for, and units received. */
export async function readReturnSums(db: Queryable, period: Period) {
	const { recibida, a_stock, retorno_id } = retornoLineas
	const sumOf = (column: typeof recibida | typeof a_stock) => sql<number>`coalesce(sum(${column}), 0)::int`
	const [units = { unidades: 0, a_stock: 0 }] = await db
		.select({ unidades: sumOf(recibida), a_stock: sumOf(a_stock) })
		.from(retornoLineas)
		.innerJoin(retornos, eq(retornos.id, retorno_id))
		.where(withinDays(retornos.recibido_at, period))
	return { retornos: { pedidos: await db.$count(retornos, withinDays(retornos.pedido_at, period)), ...units } }
}

/** The returns of orders, for the customer's copy of their data. */
export async function exportReturns(db: Database, orderIds: string[]) {
	const returnsOf = await readReturns(db, orderIds)
	return orderIds.flatMap((orden_id) => returnsOf(orden_id).map((one) => ({ orden_id, ...shownToCustomer(one) })))
}
