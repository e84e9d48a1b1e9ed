import { formatClp } from '#domain/money.ts'
import type { Estado } from '#domain/orders/estado.ts'
import type { MetodoPago } from '#domain/orders/metodo-pago.ts'

/** The states in which an order paid in cash is brought to the customer, who pays it at the door. */
export const cashHandoverEstados = ['pendiente', 'en_revision'] as const satisfies readonly Estado[]

interface HandoverFacts {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
}

/** Whether an order is to be handed over now: it is paid, or paid in cash when it is. */
export function awaitsHandover({ estado, metodo_pago }: HandoverFacts): boolean {
	return estado === 'pagada' || (metodo_pago === 'efectivo' && cashHandoverEstados.some((one) => one === estado))
}

/** Whether it can be handed over now: it waits for it, and nobody disputes its payment. */
export function canBeHandedOver(order: HandoverFacts & { readonly entrega_detenida: boolean }): boolean {
	return awaitsHandover(order) && !order.entrega_detenida
}

/** Pesos to collect when it is handed over. */
export function cashToCollect(order: HandoverFacts & { readonly total: number }): number {
	return awaitsHandover(order) && order.estado !== 'pagada' ? order.total : 0
}

/** Cash handed over is at most this many times what is to be collected; more is a slip of the finger. */
const maxCashTimes = 10

/** Why `received` cannot be the cash handed over for `due` pesos, in a sentence; undefined where it can. */
export function cashProblem(due: number, received: number): string | undefined {
	if (received < due) return 'La orden se paga completa al recibirla.'
	if (received > due * maxCashTimes)
		return `Revisa el monto: es más de ${maxCashTimes} veces lo que se cobra, ${formatClp(due)}.`
	return undefined
}
