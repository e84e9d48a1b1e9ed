import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { disputas } from '#server/db/tables/payments.ts'
import { applyDispute } from '#server/payments/apply-dispute.ts'
import type { AttemptRow } from '#server/payments/create-attempt.ts'
import type { GatewayPayment } from '#server/payments/gateways/gateway.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'

/**
 * A payment says by itself that it is in mediation, and when it is no more. Where the shop knows of the claim or chargeback
 * behind it, that tells more. The caller holds the order's lock.
 */
export async function settleMediation(
	deps: PaymentDeps,
	tx: Transaction,
	{ gateway, orden_id }: Pick<AttemptRow, 'gateway' | 'orden_id'>,
	payment: GatewayPayment,
): Promise<void> {
	const { pago_id } = payment
	const isOpen = and(eq(disputas.gateway, gateway), eq(disputas.pago_id, pago_id), eq(disputas.estado, 'abierta'))
	const open = await tx.select({ tipo: disputas.tipo }).from(disputas).where(isOpen)
	const isMediation = open.some(({ tipo }) => tipo === 'mediacion')
	if (payment.en_mediacion === true ? open.length > 0 : !isMediation) return
	const end = payment.estado === 'devuelto' ? 'perdida' : 'ganada'
	await applyDispute(deps, tx, orden_id, {
		...{ gateway, tipo: 'mediacion', disputa_id: pago_id, pago_id },
		...{ estado: payment.en_mediacion ? 'abierta' : end, responder_hasta: null, cambiada_at: null },
	})
}
