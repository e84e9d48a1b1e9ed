import { sql } from 'drizzle-orm'
import type { MoneyToComeAnswer } from '#contract/staff/numbers.ts'
import { dayIn, daysLater } from '#domain/calendar-days.ts'
import { type GatewayMethod, gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { type Settings, settingRules } from '#domain/settings/settings.ts'
import { type DayOfPayments, type PayoutTerms, payoutsToCome } from '#domain/staff/payouts.ts'
import type { Queryable } from '#server/db/database.ts'
import { devoluciones, disputas, pagos } from '#server/db/tables/payments.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import { dateOf, dayStart } from '#server/staff/lists/santiago-days.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** Older payments have come whatever the owner noted. */
const longestDays = Math.max(...gatewayMethods.map((gateway) => settingRules[`abono_${gateway}`].max))

const termsOf = (settings: Settings): Record<GatewayMethod, PayoutTerms> => ({
	mercadopago: { comision: settings.comision_mercadopago, dias: settings.abono_mercadopago },
	flow: { comision: settings.comision_flow, dias: settings.abono_flow },
	webpay: { comision: settings.comision_webpay, dias: settings.abono_webpay },
})

/** What gateways still have to pay out, by gateway and by day, reckoned from the payments and the terms that the owner noted. */
export async function readMoneyToCome(deps: Pick<StaffDeps, 'db' | 'clock'>): Promise<MoneyToComeAnswer> {
	const today = dayIn(deps.clock.now())
	const terms = termsOf(await readSettings(deps.db))
	const payments = await readPayments(deps.db, daysLater(today, -longestDays))
	const abonos = payoutsToCome(payments, terms, today)
	const pasarelas = gatewayMethods.map((gateway) => {
		const own = abonos.filter((payout) => payout.gateway === gateway)
		const sum = (of: 'pagos' | 'cobrado' | 'devuelto' | 'en_disputa' | 'comision' | 'por_recibir') =>
			own.reduce((total, payout) => total + payout[of], 0)
		return {
			gateway,
			comision_porcentaje: terms[gateway].comision,
			dias: terms[gateway].dias,
			pagos: sum('pagos'),
			cobrado: sum('cobrado'),
			devuelto: sum('devuelto'),
			en_disputa: sum('en_disputa'),
			comision: sum('comision'),
			por_recibir: sum('por_recibir'),
		}
	})
	return { pasarelas, abonos }
}

/** What was paid at each gateway a day, by its own moment, from `since` on. The shop's row is never older than that. */
async function readPayments(db: Queryable, since: string): Promise<DayOfPayments[]> {
	const requested = sql`(select coalesce(sum(${devoluciones.monto}), 0) from ${devoluciones}
		where ${devoluciones.orden_id} = ${pagos.orden_id} and ${devoluciones.gateway} = ${pagos.gateway}
			and ${devoluciones.pago_id} = ${pagos.pago_id} and ${devoluciones.estado} <> 'rechazada')`
	const isDisputed = sql`exists (select 1 from ${disputas}
		where ${disputas.orden_id} = ${pagos.orden_id} and ${disputas.gateway} = ${pagos.gateway}
			and ${disputas.pago_id} = ${pagos.pago_id} and ${disputas.estado} = 'abierta')`
	const { rows } = await db.execute<DayOfPayments & Record<string, unknown>>(sql`
		select gateway, to_char(dia, 'YYYY-MM-DD') as dia, count(*)::int as pagos, sum(monto)::float8 as cobrado,
			sum(vuelto)::float8 as devuelto,
			coalesce(sum(monto - vuelto) filter (where disputado), 0)::float8 as en_disputa
		from (
			select ${pagos.gateway} as gateway, ${dateOf(sql`coalesce(${pagos.autorizado_at}, ${pagos.created_at})`)} as dia,
				${pagos.monto} as monto, least(${pagos.monto}, greatest(${pagos.devuelto}, ${requested})) as vuelto,
				${isDisputed} as disputado
			from ${pagos}
			where ${pagos.created_at} >= ${dayStart(since)} and ${pagos.estado} in ('aprobado', 'devuelto')
		) pagados
		group by 1, 2`)
	return rows
}
