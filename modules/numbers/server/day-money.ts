import { type SQL, sql } from 'drizzle-orm'
import { gatewayMethods, metodosPago } from '#core/rules/payment-methods.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { dayAfter, dayStart } from '#core/server/lists/list-page.ts'
import type { ClosingAnswer } from '#modules/numbers/shapes.ts'
import { devoluciones, devolucionesAMano, pagos } from '#modules/orders/payment-tables.ts'
import { appliedPayment, leftPayment } from '#modules/orders/server/read-order-money.ts'
import { ordenes } from '#modules/orders/tables.ts'

type MethodMoney = ClosingAnswer['metodos'][number]

const gateways = sql.join(
	gatewayMethods.map((gateway) => sql`${gateway}`),
	sql`, `,
)

/** CLP paid without a gateway: gateway payments that staff accepted in place of the order's own count as theirs. */
const byHand = sql`greatest(${ordenes.total}, coalesce(${ordenes.pagado_a_mano}, 0))
	- case when ${ordenes.metodo_pago} in (${gateways}) then (select coalesce(sum(c.monto), 0) from ${pagos} c
		where c.orden_id = ${ordenes.id} and c.destino = 'caso' and c.estado in ('aprobado', 'devuelto')) else 0 end`

/**
 * Returns the CLP that moved on a day of Santiago by method, in one snapshot, without methods of no movement. A payment
 * counts on the day that the numbers count its sale, one that pays no order on its gateway's day, and a refund on the
 * day that the customer got it.
 */
export async function readDayMoney(db: Queryable, dia: string): Promise<MethodMoney[]> {
	const within = (moment: SQL) => sql`${moment} >= ${dayStart(dia)} and ${moment} < ${dayAfter(dia)}`
	const { rows } = await db.execute<MethodMoney & Record<string, unknown>>(sql`
		select metodo, sum(monto)::float8 as esperado, (count(distinct orden_id) filter (where monto > 0))::int as ordenes,
			coalesce(sum(monto) filter (where monto > 0), 0)::float8 as recibido,
			coalesce(-sum(monto) filter (where monto < 0), 0)::float8 as devuelto
		from (
			select coalesce(p.gateway, ${ordenes.metodo_pago}) as metodo, ${ordenes.id} as orden_id,
				coalesce(p.monto, greatest(0, ${byHand})) as monto
				from ${ordenes} ${appliedPayment} where ${within(sql`${ordenes.pagada_at}`)}
			union all select p.gateway, p.orden_id, p.monto from ${pagos} p join ${ordenes} on ${ordenes.id} = p.orden_id
				where p.estado in ('aprobado', 'devuelto') and p.moneda = 'CLP'
					and (p.destino is distinct from 'aplicado' or ${ordenes.pagada_at} is null)
					and ${within(sql`coalesce(p.autorizado_at, p.created_at)`)}
			union all select case when d.por_transferencia then 'transferencia' else d.gateway end, d.orden_id, -d.monto
				from ${devoluciones} d where d.estado = 'hecha' and ${within(sql`d.updated_at`)}
			union all select p.gateway, p.orden_id, -ajeno from ${pagos} p ${leftPayment}
				where ajeno > 0 and ${within(sql`p.updated_at`)}
			union all select m.medio, m.orden_id, -m.monto from ${devolucionesAMano} m where m.fecha = ${dia}
				and not exists (select 1 from ${pagos} p where p.orden_id = m.orden_id and p.destino = 'aplicado')
		) movimientos where monto <> 0 group by metodo`)
	const place = ({ metodo }: MethodMoney) => metodosPago.length - metodosPago.indexOf(metodo)
	return rows.toSorted((one, other) => place(one) - place(other))
}
