import { sql } from 'drizzle-orm'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { dateOf, dayAfter, dayStart, type Period } from '#core/server/lists/list-page.ts'
import { devoluciones, devolucionesAMano, disputas, pagos } from '#modules/orders/payment-tables.ts'
import { appliedPayment, broughtIn, leftPayment, stands } from '#modules/orders/server/read-order-money.ts'
import { ordenes } from '#modules/orders/tables.ts'

const ofPayment = sql`d.gateway = p.gateway and d.pago_id = p.pago_id`

const dayOf = (moment: ReturnType<typeof sql>) => sql`to_char(${dateOf(moment)}, 'YYYY-MM-DD')`

/** Returns the reductions of sales in a period: refunds made, and amounts owed for cancelled or lowered orders. */
export async function readReductions(db: Queryable, { desde, hasta }: Period): Promise<Reduction[]> {
	const lines = sql`
		select ${dayOf(sql`d.updated_at`)} as dia, d.monto from ${devoluciones} d where ${ofPayment} and d.estado = 'hecha'
		union all select ${dayOf(sql`p.updated_at`)}, ajeno where ajeno > 0
		union all select to_char(m.fecha, 'YYYY-MM-DD'), m.monto from ${devolucionesAMano} m
			where m.orden_id = ${ordenes.id} and p.pago_id is null`
	const { rows } = await db.execute<ReducedSale & Record<string, unknown>>(sql`
		select ${dayOf(sql`${ordenes.pagada_at}`)} as pagada, (${broughtIn})::int as vendido,
			case when ${stands} then ${ordenes.total} else 0 end as vale,
			(select ${dayOf(sql`max(a.created_at)`)} from ${auditoria} a where a.tipo = 'orden' and a.ref = ${ordenes.id}::text
				and (a.campo = 'estado' and a.despues = 'cancelado' or a.campo = 'total')) as bajada,
			(select coalesce(json_agg(json_build_object('dia', dia, 'monto', monto)), '[]') from (${lines}) l) as devoluciones
		from ${ordenes} ${appliedPayment} ${leftPayment}
		where ${ordenes.pagada_at} < ${dayAfter(hasta)} and (not ${stands} or ${ordenes.pagado_a_mano} > ${ordenes.total}
			or p.monto > ${ordenes.total} or p.devuelto > 0
			or ${ordenes.id} in (select d.orden_id from ${devoluciones} d where d.estado = 'hecha')
			or ${ordenes.id} in (select m.orden_id from ${devolucionesAMano} m))`)
	return rows.flatMap(reductionsOf).filter(({ dia }) => dia >= desde && dia <= hasta)
}

/** CLP of payments disputed in a period: open and lost disputes. */
export async function readDisputed(
	db: Queryable,
	{ desde, hasta }: Period,
): Promise<{ en_disputa: number; perdido: number }> {
	const sumOf = (condition: ReturnType<typeof sql>) => sql`coalesce(sum(monto) filter (where ${condition}), 0)::float8`
	const { rows } = await db.execute<{ en_disputa: number; perdido: number }>(sql`
		select ${sumOf(sql`abierta`)} as en_disputa, ${sumOf(sql`perdida and not abierta`)} as perdido from (
			select p.monto, bool_or(d.estado = 'abierta') as abierta, bool_or(d.estado = 'perdida') as perdida
			from ${disputas} d join ${pagos} p on p.gateway = d.gateway and p.pago_id = d.pago_id
			where d.tipo <> 'fraude' and d.created_at >= ${dayStart(desde)} and d.created_at < ${dayAfter(hasta)}
			group by p.gateway, p.pago_id, p.monto
		) discutidos`)
	return rows[0] ?? { en_disputa: 0, perdido: 0 }
}

/** A paid order with refunds or amounts owed. CLP; days of Santiago, `AAAA-MM-DD`. */
interface ReducedSale {
	/** The day of payment, and the amount. */
	readonly pagada: string
	readonly vendido: number
	/** Its current price: its total, or 0 once cancelled. */
	readonly vale: number
	/** The day of its last cancellation or change of total; null: never. */
	readonly bajada: string | null
	/** The refunds, each on its day. */
	readonly devoluciones: readonly { readonly dia: string; readonly monto: number }[]
}

/** CLP that a sale lost on a day. `isOwed`: not refunded yet. */
export interface Reduction {
	readonly dia: string
	readonly monto: number
	readonly isOwed: boolean
}

/**
 * The reductions of a sale, by day: its refunds, and the amount owed since its cancellation or change of total. A later
 * refund is no second reduction: it counts on the day of the cancellation. The rest of `vendido` is the amount of the
 * order's tax document.
 */
export function reductionsOf({ pagada, vendido, vale, bajada, devoluciones }: ReducedSale): Reduction[] {
	const refunds = devoluciones.map(({ dia, monto }) => {
		const isAfter = vale === 0 && bajada !== null && bajada < dia
		return { dia: isAfter ? bajada : dia, monto, isOwed: false }
	})
	const gone = refunds.reduce((sum, { monto }) => sum + monto, 0)
	const owed = Math.max(0, vendido - gone - vale)
	return owed === 0 ? refunds : [...refunds, { dia: bajada ?? pagada, monto: owed, isOwed: true }]
}
