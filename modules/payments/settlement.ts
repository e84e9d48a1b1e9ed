import type { GatewayMethod, MetodoPago } from '#core/rules/payment-methods.ts'
import { awaitsPayment, type Estado, isAnonymized } from '#modules/orders/estado.ts'
import type { AttemptState, PaymentDestino, PaymentDetails, PaymentState } from '#modules/orders/payment-details.ts'

export interface ReportedPayment {
	readonly pago_id: string
	readonly estado: PaymentState
	readonly monto: number
	readonly moneda: string
	/** The part of `monto` that was refunded. */
	readonly devuelto: number
	readonly detalle?: PaymentDetails | undefined
	/** It was paid, and is disputed at the gateway or the bank now. */
	readonly en_disputa?: 'mediacion' | 'contracargo' | undefined
}

/** A stored payment of the order, of any attempt, with rounded amounts. */
export interface WrittenPayment {
	readonly gateway: GatewayMethod
	readonly pago_id: string
	/** `aplicado` pays the order; `por_devolver` has to be refunded; `caso` is for staff; null: undecided. */
	readonly destino: PaymentDestino | null
	/** CLP that left it or is requested to; and CLP that can still be refunded. */
	readonly devuelto: number
	readonly devolvible: number
}

export interface SettlementFacts {
	readonly order: {
		readonly estado: Estado
		readonly metodo_pago: MetodoPago
		readonly total: number
		/** Empty in an anonymized order. */
		readonly email: string
	}
	/** Whether the last state set by a person is `cancelado`, even if a case moved the order since. */
	readonly wasCancelledByPerson: boolean
	/** The stored attempt; `monto` is its amount in CLP. */
	readonly attempt: { readonly gateway: GatewayMethod; readonly monto: number; readonly estado: AttemptState }
	readonly payments: readonly ReportedPayment[]
	readonly written: readonly WrittenPayment[]
	/** Whether another attempt of this order may still be paid. */
	readonly hasOtherOpenAttempt: boolean
	/** The customer returned without paying, from a page that can no longer be paid. */
	readonly gaveUp?: boolean | undefined
}

export type PaymentVerdict =
	| { readonly pago_id: string; readonly do: 'aplicar' }
	| { readonly pago_id: string; readonly do: 'devolver'; readonly why: 'pago_doble' }
	| {
			readonly pago_id: string
			readonly do: 'caso'
			readonly why: 'monto_distinto' | 'moneda_distinta' | 'orden_cancelada' | 'orden_olvidada' | 'orden_ya_pagada'
	  }

export interface Settlement {
	readonly verdicts: readonly PaymentVerdict[]
	/** Payments of the order that were reversed beyond the shop's refunds. */
	readonly reverted: readonly string[]
	readonly attempt: AttemptState
	/** The order fails: its payment was refused and no other is pending. */
	readonly fails: boolean
}

const shopCurrency = 'CLP'

/**
 * Decides payments, attempt and order from a gateway's report on one attempt. Pure and idempotent. States only move
 * forward: a late refusal never undoes a payment, unless all of it was refunded and the order waits again.
 */
export function decideSettlement(facts: SettlementFacts): Settlement {
	const verdicts: PaymentVerdict[] = []
	const ofGateway = facts.written.filter(({ gateway }) => gateway === facts.attempt.gateway)
	let isPaid = facts.written.some((pago) => stillPays(pago, facts.order))
	// In any order of arrival: the matching payment pays the order, so that the other one can be refunded.
	const fits = ({ monto }: ReportedPayment) => (monto === facts.attempt.monto ? 0 : 1)
	for (const payment of facts.payments.toSorted((a, b) => fits(a) - fits(b))) {
		if (payment.estado !== 'aprobado' || ofGateway.some((pago) => isOldNews(payment, pago))) continue
		const verdict = judge(payment, facts, isPaid)
		if (verdict.do === 'aplicar') isPaid = true
		verdicts.push(verdict)
	}
	const found = attemptState(facts.payments)
	const attempt = found === 'abierto' && facts.gaveUp ? 'rechazado' : found
	const reverted = facts.payments.flatMap((reported) => {
		const known = ofGateway.find(({ pago_id }) => pago_id === reported.pago_id)
		const isApplied = verdicts.some(({ pago_id, do: what }) => pago_id === reported.pago_id && what === 'aplicar')
		const paysIt = isApplied || (known && countsAsPayment(known, facts.order))
		return paysIt && isReverted(reported, known) ? reported.pago_id : []
	})
	return { verdicts, reverted, attempt, fails: attempt === 'rechazado' && !isPaid && waitsForIt(facts) }
}

/** Whether an approved payment was decided already, or was stored as fully refunded by a later answer than this one. */
function isOldNews({ pago_id, monto }: ReportedPayment, written: WrittenPayment): boolean {
	return written.pago_id === pago_id && (written.destino !== null || written.devuelto >= Math.round(monto))
}

/**
 * Whether a payment pays the order. A fully refunded one does not once the order waits for payment again, or has
 * expired.
 */
function stillPays({ destino, devolvible }: WrittenPayment, { estado }: SettlementFacts['order']): boolean {
	return destino === 'aplicado' && (devolvible > 0 || (estado !== 'pendiente' && estado !== 'fallida'))
}

/** Whether the order counts as paid by this payment, by a decision of the shop or of staff. */
function countsAsPayment({ destino }: WrittenPayment, { estado }: SettlementFacts['order']): boolean {
	return destino === 'aplicado' || (destino === 'caso' && !awaitsPayment[estado])
}

/**
 * Whether the gateway reversed money by itself, as after a chargeback. The shop's own refunds count from their request.
 */
function isReverted(reported: ReportedPayment, known: WrittenPayment | undefined): boolean {
	return Math.round(reported.devuelto) > (known?.devuelto ?? 0)
}

/**
 * Whether the order depends on this attempt alone: not when its refusal is old, or staff set the order back after it.
 */
function waitsForIt({ order, attempt, hasOtherOpenAttempt }: SettlementFacts): boolean {
	const isNews = attempt.estado !== 'rechazado'
	return order.estado === 'pendiente' && order.metodo_pago === attempt.gateway && isNews && !hasOtherOpenAttempt
}

function judge(payment: ReportedPayment, facts: SettlementFacts, isPaid: boolean): PaymentVerdict {
	const { pago_id } = payment
	if (payment.moneda !== shopCurrency) return { pago_id, do: 'caso', why: 'moneda_distinta' }
	if (isPaid) return { pago_id, do: 'devolver', why: 'pago_doble' }
	if (isPaidOtherwise(facts)) return { pago_id, do: 'caso', why: 'orden_ya_pagada' }
	if (isAnonymized(facts.order) && awaitsPayment[facts.order.estado])
		return { pago_id, do: 'caso', why: 'orden_olvidada' }
	if (payment.monto !== facts.attempt.monto || payment.monto !== facts.order.total) {
		return { pago_id, do: 'caso', why: 'monto_distinto' }
	}
	// A person cancelled the order: the shop never reopens it by itself, not even after an earlier payment became a case.
	if (facts.order.estado === 'cancelado' || facts.wasCancelledByPerson)
		return { pago_id, do: 'caso', why: 'orden_cancelada' }
	return { pago_id, do: 'aplicar' }
}

/**
 * Whether staff marked the order as paid by other money than this gateway's: a transfer, cash, or an accepted earlier
 * payment.
 */
function isPaidOtherwise({ order, attempt, written }: SettlementFacts): boolean {
	if (awaitsPayment[order.estado]) return false
	const isCaseAccepted = written.some(({ destino, devolvible }) => destino === 'caso' && devolvible > 0)
	return order.metodo_pago !== attempt.gateway || isCaseAccepted
}

/** An attempt has the best state of its payments: one approval outweighs any refusals. */
function attemptState(payments: readonly ReportedPayment[]): AttemptState {
	const has = (...states: PaymentState[]) => payments.some(({ estado }) => states.includes(estado))
	if (has('aprobado', 'devuelto')) return 'pagado'
	if (has('pendiente')) return 'pendiente'
	return has('rechazado', 'cancelado') ? 'rechazado' : 'abierto'
}
