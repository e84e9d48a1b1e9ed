import { daysLater } from '#domain/calendar-days.ts'
import { type Clp, clp } from '#domain/money.ts'
import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import { ivaPercent } from '#domain/tax-documents/amounts.ts'

/** No gateway keeps more of a payment. */
const mostPercent = 20

/** The hundredths of a per cent that a text says (`2,89` → 289), with two decimals at most; undefined when it says none. */
function hundredthsIn(text: string): number | undefined {
	const [, whole, decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
	if (whole === undefined) return undefined
	const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
	return hundredths <= mostPercent * 100 ? hundredths : undefined
}

/** Why a text is no percentage of a gateway, in a sentence for staff; undefined when it is one. */
export function percentProblem(text: string): string | undefined {
	return hundredthsIn(text) === undefined
		? `Escribe un porcentaje de 0 a ${mostPercent}, con dos decimales como máximo, como 2,89.`
		: undefined
}

/** What a gateway keeps of a payment (per cent without IVA, as text) and how many days it takes to pay out, as the owner noted. */
export interface PayoutTerms {
	readonly comision: string | null
	readonly dias: number | null
}

/** What a gateway keeps of an amount, with the IVA on it, rounded to whole pesos; nothing where no fee was noted. */
export function feeOf(amount: number, comision: string | null): Clp {
	const hundredths = comision === null ? 0 : (hundredthsIn(comision) ?? 0)
	return clp(Math.round((amount * hundredths * (100 + ivaPercent)) / 1_000_000))
}

/** Payments that a gateway authorised on one day (`YYYY-MM-DD`), in pesos. */
export interface DayOfPayments {
	readonly gateway: GatewayMethod
	readonly dia: string
	readonly pagos: number
	readonly cobrado: number
	/** What of it went back to customers, or is on its way there. */
	readonly devuelto: number
	/** What of the rest somebody disputes: the gateway holds it back. */
	readonly en_disputa: number
}

/** Money that a gateway pays out on a day, as its terms say. */
export interface Payout extends DayOfPayments {
	readonly comision: number
	readonly por_recibir: number
}

/**
 * What gateways still have to pay out from `today` on, by day. The fee is of all that was paid: refunds keep it. Gateways
 * whose days nobody noted are left out.
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
