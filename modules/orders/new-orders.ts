import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'

/** Whether an order is paid, or a cash order: from then on it needs work of staff. */
export const isSale = ({
	estado,
	metodo_pago,
}: {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
}): boolean => estado === 'pagada' || estado === 'completado' || (estado === 'pendiente' && metodo_pago === 'efectivo')
