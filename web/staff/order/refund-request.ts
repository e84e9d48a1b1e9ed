import type { OrderDetail, RefundRequest } from '#contract/staff/order-detail.ts'
import { formatClp } from '#domain/money.ts'
import { minReason } from '#domain/staff/min-reason.ts'
import { readWhole } from '#web/staff/edit/whole-number.ts'

type Payment = Pick<OrderDetail['pagos'][number], 'gateway' | 'pago_id' | 'devolvible'>

/** What is sent to give money back, or what is wrong with what was typed. */
export function refundOf(
	values: Readonly<Record<string, string>>,
	payment: Payment,
): RefundRequest | { readonly field: 'monto' | 'motivo'; readonly problem: string } {
	const monto = readWhole(values.monto ?? '')
	if (monto === undefined || monto === 0) return { field: 'monto', problem: 'Escribe cuántos pesos se devuelven.' }
	if (monto > payment.devolvible) {
		return { field: 'monto', problem: `Se pueden devolver hasta ${formatClp(payment.devolvible)}.` }
	}
	const motivo = (values.motivo ?? '').trim()
	if (motivo.length < minReason) return { field: 'motivo', problem: 'Escribe el motivo.' }
	return { monto, motivo, pago_id: payment.pago_id, gateway: payment.gateway }
}
