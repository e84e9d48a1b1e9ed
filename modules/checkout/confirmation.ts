import { formatClp } from '#core/rules/money.ts'
import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { TipoEntrega } from '#modules/delivery/delivery.ts'
import { arrivalText } from '#modules/orders/arrival.ts'
import type { Estado } from '#modules/orders/estado.ts'

interface OrderToConfirm {
	readonly nro_orden: number
	readonly estado: Estado
	readonly total: number
	readonly metodo_pago: MetodoPago
	readonly tipo_entrega: TipoEntrega
	/** The last day of its delivery, `YYYY-MM-DD`; null: not promised. */
	readonly llega_hasta: string | null
}

export function confirmationMessage(order: OrderToConfirm): string {
	return [headline(order), `Orden N° ${order.nro_orden} por ${formatClp(order.total)}.`, nextStep(order)].join('\n')
}

function headline({ estado, metodo_pago }: OrderToConfirm): string {
	switch (estado) {
		case 'pagada':
		case 'completado':
			return '¡Gracias! Tu pago está confirmado.'
		case 'en_revision':
			return metodo_pago === 'transferencia' ? 'Recibimos tu comprobante.' : 'Recibimos tu pago y lo estamos revisando.'
		case 'fallida':
			return 'El pago no se completó.'
		case 'cancelado':
			return 'Esta orden fue cancelada.'
		default:
			return isGatewayMethod(metodo_pago) ? 'Tu pago todavía está pendiente.' : '¡Gracias! Recibimos tu pedido.'
	}
}

function nextStep({ estado, metodo_pago, tipo_entrega, llega_hasta }: OrderToConfirm): string {
	const handOver = tipo_entrega === 'retiro' ? 'coordinar el retiro' : 'coordinar el despacho'
	const arrival = llega_hasta === null ? undefined : arrivalText(llega_hasta)
	switch (estado) {
		case 'pagada':
		case 'completado':
			return arrival
				? `${arrival} Te enviamos el detalle por correo.`
				: `Te enviamos el detalle por correo y te contactaremos para ${handOver}.`
		case 'en_revision':
			return 'Te avisaremos por correo apenas esté confirmado.'
		case 'fallida':
			return afterFailure(metodo_pago)
		case 'cancelado':
			return 'Si tienes dudas, escríbenos.'
	}
	if (isGatewayMethod(metodo_pago)) return 'Te avisaremos por correo apenas se confirme.'
	if (metodo_pago === 'efectivo')
		return `Pagas en efectivo al recibirlo. ${arrival ?? `Te contactaremos para ${handOver}.`}`
	return 'Sube el comprobante de tu transferencia para que la confirmemos.'
}

/** Only a failed gateway order keeps the cart; a transfer may be under way although the order expired. */
function afterFailure(metodoPago: MetodoPago): string {
	if (isGatewayMethod(metodoPago)) return 'Tu carrito sigue guardado: puedes intentarlo otra vez.'
	if (metodoPago === 'transferencia') return 'Si ya transferiste, sube el comprobante desde tus órdenes.'
	return 'Si tienes dudas, escríbenos.'
}
