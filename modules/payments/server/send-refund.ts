import { clp } from '#core/rules/money.ts'
import { claimRefund, markSent, type RefundClaim, releaseRefund } from '#modules/payments/server/claim-refund.ts'
import { closeRefund } from '#modules/payments/server/close-refund.ts'
import {
	type Gateway,
	GatewayRefused,
	GatewayUnavailable,
	type LostRefundAnswer,
} from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/** How long a gateway may still process an abandoned call. Afterwards its state is final. */
const settledAfterSeconds = 300

/**
 * Sends a stored refund (job `devolver_pago`). Idempotent: one process at a time sends it, and a lost answer is
 * followed by another send only after the gateway reports that it made none. Doubts and refusals become cases for
 * staff. Throws, to be retried, while the state is unknown.
 */
export async function sendRefund(deps: PaymentContext, refundId: string): Promise<void> {
	const claim = await claimRefund(deps, refundId)
	if (!claim) return
	try {
		const gateway = deps.gateways.get(claim.refund.gateway)
		if (!gateway) throw new Error(`a refund waits for ${claim.refund.gateway}, which is switched off`)
		if (claim.refund.enviada_at && (await isOver(deps, gateway, claim, claim.refund.enviada_at))) return
		await send(deps, gateway, claim)
	} catch (error) {
		const { enviada_at } = claim.refund
		const didNothing = error instanceof GatewayUnavailable && error.didNothing
		await releaseRefund(deps, claim, enviada_at === null && didNothing)
		throw error
	}
}

/** Handles a refund sent before without an answer: true when it is settled, false when it may be sent again. */
async function isOver(deps: PaymentContext, gateway: Gateway, claim: RefundClaim, sentAt: Date): Promise<boolean> {
	const { refund, reserva } = claim
	const reported = await findRefund(gateway, claim, refund.devuelto_antes)
	if (typeof reported === 'object') {
		await closeRefund(deps, refund, reported)
		return true
	}
	if (reported === 'not_made' && gateway.knowsRefundsById) return false
	if (deps.clock.now().getTime() - sentAt.getTime() < settledAfterSeconds * 1000) {
		throw new Error('the answer about this refund was lost, and its gateway may still be working on it')
	}
	if (reported === 'not_made') return false
	deps.log.error({ devolucion_id: refund.id }, 'a refund may or may not have been made')
	await closeRefund(deps, refund, { estado: 'en_duda' }, reserva)
	return true
}

/** Reads whether the gateway made this refund. `devuelto_antes`: CLP refunded before it was sent. */
async function findRefund(
	gateway: Gateway,
	{ refund, pago, attempt, known }: RefundClaim,
	refundedBefore: number | null,
): Promise<LostRefundAnswer> {
	return await gateway.findRefund({
		pago_id: pago.pago_id,
		attempt,
		monto: clp(refund.monto),
		devuelto_antes: refundedBefore,
		pedida_at: refund.created_at,
		known,
	})
}

async function send(deps: PaymentContext, gateway: Gateway, claim: RefundClaim): Promise<void> {
	const { refund, pago, attempt, email, reserva } = claim
	const devuelto_antes = await givenBack(gateway, claim)
	await markSent(deps, claim, devuelto_antes)
	try {
		const monto = clp(refund.monto)
		const outcome = await gateway.refund({ id: refund.id, pago_id: pago.pago_id, attempt, monto, email })
		await closeRefund(deps, refund, outcome, outcome.estado === 'rechazado' ? reserva : undefined)
	} catch (error) {
		if (!(error instanceof GatewayRefused)) throw error
		// A rejection may be wrong, and a refund wrongly taken as refused might be made twice: the gateway's list decides.
		const reported = await findRefund(gateway, claim, devuelto_antes).catch(unlessRefused)
		if (typeof reported === 'object') return await closeRefund(deps, refund, reported)
		deps.log.warn({ err: error, devolucion_id: refund.id }, 'the gateway refused a refund')
		await closeRefund(deps, refund, { estado: 'rechazado', devolucion_id: '' }, reserva)
	}
}

/** A gateway that rejects reading the payment has made no refund of it. */
function unlessRefused(error: unknown): LostRefundAnswer {
	if (error instanceof GatewayRefused) return 'unknown'
	throw error
}

/** CLP of the payment refunded so far; null when the gateway does not report it (any more). */
async function givenBack(gateway: Gateway, { pago, attempt }: RefundClaim): Promise<number | null> {
	try {
		const payments = await gateway.read({ ...attempt, pago_id: pago.pago_id })
		return payments.find(({ pago_id }) => pago_id === pago.pago_id)?.devuelto ?? null
	} catch (error) {
		if (error instanceof GatewayRefused) return null
		throw error
	}
}
