import { sql } from 'drizzle-orm'
import { type Clp, clp, hundredthsIn, ivaPercent } from '#core/rules/money.ts'
import { type GatewayMethod, gatewayMethods } from '#core/rules/payment-methods.ts'
import { dayIn, daysLater } from '#core/rules/times.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { dateOf, dayStart } from '#core/server/lists/list-page.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import type { MoneyToComeAnswer } from '#modules/numbers/shapes.ts'
import { devoluciones, disputas, pagos } from '#modules/orders/payment-tables.ts'
import { leftBy } from '#modules/orders/server/read-order-money.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { Settings } from '#modules/settings/settings.ts'

const termsOf = (settings: Settings): Record<GatewayMethod, PayoutTerms> => ({
	mercadopago: { comision: settings.comision_mercadopago, dias: settings.abono_mercadopago },
	flow: { comision: settings.comision_flow, dias: settings.abono_flow },
	webpay: { comision: settings.comision_webpay, dias: settings.abono_webpay },
})

/**
 * Returns what gateways still have to pay out, by gateway and day, from the payments and the terms that the owner set.
 */
export async function readMoneyToCome(deps: Pick<StaffDeps, 'db' | 'clock'>): Promise<MoneyToComeAnswer> {
	const today = dayIn(deps.clock.now())
	const terms = termsOf(await readSettings(deps.db))
	const payments = await readPayments(deps.db, terms, today)
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

/**
 * Payments per gateway and day, by the gateway's time, as far back as its terms require. A row of the shop is never
 * older than that time.
 */
async function readPayments(
	db: Queryable,
	terms: Readonly<Record<GatewayMethod, PayoutTerms>>,
	today: string,
): Promise<DayOfPayments[]> {
	const mayCome = gatewayMethods.flatMap((gateway) => {
		const { dias } = terms[gateway]
		if (dias === null) return []
		return [sql`(p.gateway = ${gateway} and p.created_at >= ${dayStart(daysLater(today, -dias))})`]
	})
	if (mayCome.length === 0) return []
	// Refunds and disputes are few: one query for each, instead of one per payment.
	const { rows } = await db.execute<DayOfPayments & Record<string, unknown>>(sql`
		select p.gateway, to_char(${dateOf(sql`coalesce(p.autorizado_at, p.created_at)`)}, 'YYYY-MM-DD') as dia,
			count(*)::int as pagos, sum(p.monto)::float8 as cobrado, sum(pedido)::float8 as devuelto,
			sum(case when abierta then p.monto - pedido else retirado end)::float8 as en_disputa
		from ${pagos} p
		left join (select orden_id, gateway, pago_id, sum(monto)::int as todo,
				coalesce(sum(monto) filter (where estado = 'hecha'), 0)::int as hechas
			from ${devoluciones} where estado <> 'rechazada' group by 1, 2, 3) d using (orden_id, gateway, pago_id)
		left join (select orden_id, gateway, pago_id, bool_or(estado = 'abierta') as abierta,
				bool_or(tipo = 'contracargo' and estado = 'perdida') as perdida
			from ${disputas} group by 1, 2, 3) c using (orden_id, gateway, pago_id)
		cross join lateral (select coalesce(d.todo, 0) as propio, coalesce(d.hechas, 0) as propio_hecho,
			c.perdida is not null as disputado, coalesce(c.perdida, false) as perdido) anotado
		${leftBy}
		where (${sql.join(mayCome, sql` or `)}) and p.estado in ('aprobado', 'devuelto')
		group by 1, 2`)
	return rows
}

/** A gateway's fee (per cent without IVA, as text) and pay-out days, as set by the owner. */
export interface PayoutTerms {
	readonly comision: string | null
	readonly dias: number | null
}

/** A gateway's fee of an amount, with its IVA, rounded to whole CLP; 0 when unset. */
export function feeOf(amount: number, comision: string | null): Clp {
	const hundredths = comision === null ? 0 : (hundredthsIn(comision) ?? 0)
	return clp(Math.round((amount * hundredths * (100 + ivaPercent)) / 1_000_000))
}

/** Payments authorised by a gateway on one day (`YYYY-MM-DD`), in CLP. */
interface DayOfPayments {
	readonly gateway: GatewayMethod
	readonly dia: string
	readonly pagos: number
	readonly cobrado: number
	/** The part that the shop refunded, or requested to be. */
	readonly devuelto: number
	/** The part of the rest that the gateway retains in a dispute, or took in a lost one. */
	readonly en_disputa: number
}

/** The pay-out of a gateway on a day, by its terms. */
interface Payout extends DayOfPayments {
	readonly comision: number
	readonly por_recibir: number
}

/**
 * The pay-outs of gateways from `today` on, by day. The fee is of the whole payment: refunds do not reduce it. Gateways
 * without set days are omitted.
 */
export function payoutsToCome(
	payments: readonly DayOfPayments[],
	terms: Readonly<Record<GatewayMethod, PayoutTerms>>,
	today: string,
): Payout[] {
	const payouts = payments.flatMap((day) => {
		const { comision, dias } = terms[day.gateway]
		const dia = dias === null ? '' : daysLater(day.dia, dias)
		if (dia < today) return []
		const fee = feeOf(day.cobrado, comision)
		return [{ ...day, dia, comision: fee, por_recibir: day.cobrado - day.devuelto - day.en_disputa - fee }]
	})
	return payouts.toSorted((a, b) => a.dia.localeCompare(b.dia) || a.gateway.localeCompare(b.gateway))
}
