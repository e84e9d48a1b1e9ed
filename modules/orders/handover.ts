import { formatClp } from '#core/rules/money.ts'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'

/** The states in which a cash order is delivered, to be paid at the door. */
export const cashHandoverEstados = ['pendiente', 'en_revision'] as const satisfies readonly Estado[]

interface HandoverFacts {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
}

/** Whether an order awaits its hand-over: it is paid, or a cash order. */
export function awaitsHandover({ estado, metodo_pago }: HandoverFacts): boolean {
	return estado === 'pagada' || (metodo_pago === 'efectivo' && cashHandoverEstados.some((one) => one === estado))
}

/** Whether it can be handed over now: it awaits it, and its payment is not disputed. */
export function canBeHandedOver(order: HandoverFacts & { readonly entrega_detenida: boolean }): boolean {
	return awaitsHandover(order) && !order.entrega_detenida
}

/** CLP to collect at the hand-over. */
export function cashToCollect(order: HandoverFacts & { readonly total: number }): number {
	return awaitsHandover(order) && order.estado !== 'pagada' ? order.total : 0
}

/** Maximum of cash as a multiple of the amount due; more is a typing error. */
const maxCashTimes = 10

/** The sentence that rejects `received` CLP in cash for `due`; undefined for a plausible amount. */
export function cashProblem(due: number, received: number): string | undefined {
	if (received < due) return 'La orden se paga completa al recibirla.'
	if (received > due * maxCashTimes)
		return `Revisa el monto: es más de ${maxCashTimes} veces lo que se cobra, ${formatClp(due)}.`
	return undefined
}
