import { asc, eq } from 'drizzle-orm'
import { devoluciones } from '#server/db/schema.ts'
import { closeRefund } from '#server/payments/close-refund.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'

const batch = 50

/** Asks the gateways that decide refunds later how those on their way ended, the ones longest unasked first. */
export async function followRefunds(deps: PaymentDeps): Promise<void> {
	const open = await deps.db
		.select()
		.from(devoluciones)
		.where(eq(devoluciones.estado, 'en_curso'))
		.orderBy(asc(devoluciones.updated_at))
		.limit(batch)
	for (const refund of open) {
		const gateway = deps.gateways.get(refund.gateway)
		if (!gateway || !refund.devolucion_id) continue
		try {
			const outcome = await gateway.readRefund({ devolucion_id: refund.devolucion_id, pago_id: refund.pago_id })
			await closeRefund(deps, refund, outcome)
		} catch (error) {
			// One that cannot be asked about now is asked about again in a minute.
			deps.log.warn({ err: error, devolucion_id: refund.id }, 'a refund could not be asked about')
		}
	}
}
