import { daysLater } from '#core/rules/calendar-days.ts'
import { ivaPercent } from '#core/rules/iva.ts'
import { type Clp, clp } from '#core/rules/money.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { hundredthsIn } from '#core/rules/percent-text.ts'

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
export interface DayOfPayments {
	readonly gateway: GatewayMethod
	readonly dia: string
	readonly pagos: number
	readonly cobrado: number
	/** The part refunded, or requested to be. */
	readonly devuelto: number
	/** The part of the rest in dispute, which the gateway retains. */
	readonly en_disputa: number
}

/** The pay-out of a gateway on a day, by its terms. */
export interface Payout extends DayOfPayments {
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
