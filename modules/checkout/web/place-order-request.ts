import type { Cart } from '#modules/cart/cart.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { CheckoutForm } from '#modules/checkout/web/checkout-form.ts'
import { joinDireccion } from '#modules/delivery/delivery.ts'
import type { DeliveryCost } from '#modules/delivery/web/use-delivery-quote.ts'

/** Returns the order request: the shown contents with the signed quote. `parts`: the fields of modules. */
export function buildPlaceOrderRequest(order: {
	form: CheckoutForm
	cart: Cart
	total: number
	cost: DeliveryCost
	parts: readonly Partial<PlaceOrderRequest>[]
}): PlaceOrderRequest {
	const { form, cart, total, cost } = order
	const { tipo_entrega, telefono, metodo_pago } = form
	const common = {
		carrito: [...cart],
		total,
		telefono,
		metodo_pago,
		tipo_entrega,
		...(form.cupon_estado === 'valido' ? { cupon: form.cupon.trim() } : {}),
		...Object.assign({}, ...order.parts),
	}
	if (tipo_entrega === 'retiro') return { ...common, direccion: '' }
	const lugar_id = form.destino && 'lugar_id' in form.destino ? form.destino.lugar_id : undefined
	const quote = cost.state === 'known' && cost.quote.lugar_id !== '' ? cost.quote : undefined
	return {
		...common,
		direccion: joinDireccion(form.calle, form.numero),
		...(quote ? { lugar_id: quote.lugar_id, cotizacion: quote.cotizacion } : lugar_id ? { lugar_id } : {}),
	}
}
