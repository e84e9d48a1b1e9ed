import type { HandRefundRequest } from '#contract/staff/order-detail.ts'
import { isMember } from '#domain/is-member.ts'
import { formatClp } from '#domain/money.ts'
import { handRefundWays } from '#domain/payments/hand-refund.ts'
import { readWhole } from '#web/staff/edit/whole-number.ts'

/** A field of the form, and what is wrong with it. */
interface Problem {
	readonly field: 'monto' | 'medio' | 'fecha'
	readonly problem: string
}

/** What is sent to write down money that was given back, or what is wrong with what was typed. Days are `AAAA-MM-DD`. */
export function handRefundOf(
	values: Readonly<Record<string, string>>,
	{ left, first, today }: { readonly left: number; readonly first: string; readonly today: string },
): HandRefundRequest | Problem {
	const monto = readWhole(values.monto ?? '')
	if (monto === undefined || monto === 0) return { field: 'monto', problem: 'Escribe cuántos pesos devolviste.' }
	if (monto > left) return { field: 'monto', problem: `Se pueden devolver hasta ${formatClp(left)}.` }
	const { medio = '', fecha = '', referencia = '' } = values
	if (!isMember(handRefundWays, medio)) return { field: 'medio', problem: 'Elige cómo lo devolviste.' }
	if (fecha === '') return { field: 'fecha', problem: 'Elige el día en que lo devolviste.' }
	if (fecha < first || fecha > today) {
		return { field: 'fecha', problem: 'La fecha tiene que estar entre el día de la orden y hoy.' }
	}
	return { monto, medio, fecha, referencia: referencia.trim() }
}
