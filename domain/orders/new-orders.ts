import type { Estado } from '#domain/orders/estado.ts'
import type { MetodoPago } from '#domain/orders/metodo-pago.ts'

/** How staff are mailed about new orders. */
export const newOrderModes = {
	uno: 'Un correo por pedido',
	resumen: 'Un resumen al día',
	ninguno: 'Ninguno',
} as const

/** Whether an order is paid, or is paid in cash when it is handed over: from then on staff have work with it. */
export const isSale = ({
	estado,
	metodo_pago,
}: {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
}): boolean => estado === 'pagada' || estado === 'completado' || (estado === 'pendiente' && metodo_pago === 'efectivo')
