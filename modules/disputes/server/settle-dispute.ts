import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import type { Context } from '#modules/context.ts'
import { applyDispute } from '#modules/disputes/server/apply-dispute.ts'
import { type AttemptRow, disputas } from '#modules/orders/payment-tables.ts'
import type { GatewayPayment } from '#modules/payments/server/gateways/gateway.ts'

/**
 * Stores or clears a dispute reported by the payment, unless its claim or chargeback is known, which has more details.
 * Returns whether a dispute is or was open. The caller holds the order's row lock.
 */
export async function settleDispute(
	deps: Context,
	tx: Transaction,
	{ gateway, orden_id }: Pick<AttemptRow, 'gateway' | 'orden_id'>,
	payment: GatewayPayment,
): Promise<boolean> {
	const { pago_id, en_disputa } = payment
	const isOpen = and(eq(disputas.gateway, gateway), eq(disputas.pago_id, pago_id), eq(disputas.estado, 'abierta'))
	const open = await tx.select().from(disputas).where(isOpen)
	const about = { gateway, pago_id, disputa_id: pago_id, responder_hasta: null, cambiada_at: null, payment }
	if (en_disputa) {
		if (open.length === 0) await applyDispute(deps, tx, orden_id, { ...about, tipo: en_disputa, estado: 'abierta' })
		return true
	}
	const estado = payment.estado === 'devuelto' ? 'perdida' : 'ganada'
	for (const { tipo, disputa_id } of open) {
		if (disputa_id !== pago_id || (tipo !== 'mediacion' && tipo !== 'contracargo')) continue
		await applyDispute(deps, tx, orden_id, { ...about, tipo, estado })
	}
	return open.some(({ tipo }) => tipo !== 'fraude')
}
