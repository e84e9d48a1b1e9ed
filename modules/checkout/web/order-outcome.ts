import { type GatewayMethod, isGatewayMethod, type MetodoPago, paymentUrlIn } from '#core/rules/payment-methods.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import type { Cart } from '#modules/cart/cart.ts'
import type { TotalChanged } from '#modules/checkout/shapes.ts'
import type { Refusal } from '#modules/checkout/web/form-part.ts'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import type { TransferState } from '#modules/orders/web/own-order.ts'

/** Outcome of an order request. */
export type OrderOutcome =
	/** Redirect to the gateway. */
	| {
			readonly kind: 'leave'
			readonly url: string
			readonly orden_id: string | undefined
			readonly metodo: GatewayMethod
	  }
	/** Navigate to a screen; the order exists and its lines leave the cart. */
	| { readonly kind: 'created'; readonly path: string; readonly state?: TransferState }
	| { readonly kind: 'alert'; readonly text: string }
	| { readonly kind: 'expired' }
	| { readonly kind: 'total'; readonly amounts: TotalChanged }
	| { readonly kind: 'stock'; readonly text: string }
	| { readonly kind: 'field'; readonly field: 'calle' | 'numero' | 'cupon'; readonly text: string }
	/** The payment method is not available for this order. */
	| { readonly kind: 'metodo'; readonly text: string }

const alert = (text: string): OrderOutcome => ({ kind: 'alert', text })

function afterCreation(metodo: MetodoPago, answer: Partial<PayableOrder>, carrito: Cart): OrderOutcome {
	const { orden_id, nro_orden, total = 0, despacho = 0, descuento = 0 } = answer
	const isPaidAlready = answer.estado === 'pagada'
	if (isGatewayMethod(metodo)) {
		const url = paymentUrlIn(metodo, answer)
		if (url) return { kind: 'leave', url, orden_id, metodo }
		return isPaidAlready ? { kind: 'created', path: '/perfil?tab=ordenes' } : alert(gatewayPages[metodo].missingUrl)
	}
	switch (metodo) {
		case 'transferencia':
			if (!orden_id) return alert('No se recibió el ID de la orden')
			return {
				kind: 'created',
				path: '/checkout-transferencia',
				state: {
					orden_id,
					nro_orden,
					total,
					despacho,
					descuento,
					carrito,
					isExpired: false,
					comprobante_rechazado: null,
				},
			}
		case 'efectivo':
			if (!orden_id) return alert('No se recibió el ID de la orden')
			return { kind: 'created', path: `/checkout-success?metodo=efectivo&orden_id=${encodeURIComponent(orden_id)}` }
	}
}

/** Proxies may answer with a long HTML page, which is no message. */
const longestBody = 300
const readable = (body: string) => (body.length > longestBody ? `${body.slice(0, longestBody)}…` : body)

const addressCodes: readonly string[] = ['direccion_desconocida', 'direccion_requerida', 'texto_con_enlace']

function afterRefusal(answer: Refusal): OrderOutcome {
	if (answer.status === 0) return alert('Error al procesar el pedido')
	if (answer.status === 401) return { kind: 'expired' }
	if (answer.code === 'total_cambio' && typeof answer.extra.total === 'number') {
		return { kind: 'total', amounts: answer.extra as TotalChanged }
	}
	if (answer.code === 'sin_stock') return { kind: 'stock', text: answer.text }
	if (answer.code === 'numero_de_casa') return { kind: 'field', field: 'numero', text: answer.text }
	if (addressCodes.includes(answer.code)) {
		return { kind: 'field', field: 'calle', text: answer.text }
	}
	if (answer.code === 'confirma_correo') return { kind: 'metodo', text: answer.text }
	if (answer.code === 'cupon_invalido') return { kind: 'field', field: 'cupon', text: answer.text }
	// A refusal with its own message shows that message.
	const ownWords = ['fuera_de_cobertura', 'solo_rm', 'pago_no_disponible', 'correo_no_aceptado']
	if (answer.status === 429 || ownWords.includes(answer.code)) return alert(answer.text)
	return alert(`Error en backend: ${answer.text || readable(answer.body) || answer.status}`)
}

/** Returns the outcome for the server's answer to an order. */
export function readOutcome(metodo: MetodoPago, answer: ApiAnswer<PayableOrder | null>, carrito: Cart): OrderOutcome {
	return answer.ok ? afterCreation(metodo, answer.data ?? {}, carrito) : afterRefusal(answer)
}
