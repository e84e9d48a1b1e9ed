import { formatClp } from '#core/rules/money.ts'
import { checked, readWhole, reasonProblem, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { handRefundWays } from '#modules/orders/hand-refund.ts'
import type { HandRefundRequest, OrderDetail, RefundRequest } from '#modules/staff-orders/shapes.ts'

type Payment = Pick<OrderDetail['pagos'][number], 'gateway' | 'pago_id' | 'devolvible'>

/** @param left CLP that can be given back. */
function amountProblem(monto: number, left: number, ifMissing: string): string | undefined {
	if (monto === 0) return ifMissing
	return monto > left ? `Se pueden devolver hasta ${formatClp(left)}.` : undefined
}

/** The typed refund of a payment through its gateway. */
export function refundOf(values: Values, payment: Payment): RefundRequest | Wrong<'monto' | 'motivo'> {
	const monto = readWhole(values.monto ?? '') ?? 0
	const motivo = (values.motivo ?? '').trim()
	const wrong = {
		monto: amountProblem(monto, payment.devolvible, 'Escribe cuántos pesos se devuelven.'),
		motivo: reasonProblem(motivo),
	}
	return checked(wrong, { monto, motivo, pago_id: payment.pago_id, gateway: payment.gateway })
}

/** @param fecha AAAA-MM-DD */
function dayProblem(fecha: string, first: string, today: string): string | undefined {
	if (fecha === '') return 'Elige el día en que lo devolviste.'
	return fecha < first || fecha > today ? 'La fecha tiene que estar entre el día de la orden y hoy.' : undefined
}

/** The typed record of money that was given back by hand. Days are `AAAA-MM-DD`. */
export function handRefundOf(
	{ monto: typed = '', medio = '', fecha = '', referencia = '' }: Values,
	{ left, first, today }: { readonly left: number; readonly first: string; readonly today: string },
): HandRefundRequest | Wrong<'monto' | 'medio' | 'fecha'> {
	const monto = readWhole(typed) ?? 0
	const way = handRefundWays.find((one) => one === medio)
	const wrong = {
		monto: amountProblem(monto, left, 'Escribe cuántos pesos devolviste.'),
		medio: way ? undefined : 'Elige cómo lo devolviste.',
		fecha: dayProblem(fecha, first, today),
	}
	return checked(wrong, { monto, medio: way ?? 'transferencia', fecha, referencia: referencia.trim() })
}
