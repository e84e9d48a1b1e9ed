import type { Cart } from '#domain/cart/cart.ts'
import type { TipoEntrega } from '#domain/delivery/delivery.ts'
import { formatClp } from '#domain/money.ts'
import type { CouponValue } from '#domain/orders/coupons.ts'
import { type Totals, totalsOf } from '#domain/orders/totals.ts'
import type { DeliveryCost } from '#web/delivery/use-delivery-quote.ts'

/** The totals of the checkout, how its delivery reads, and whether the order may be confirmed. */
export interface CheckoutTotals extends Totals {
	readonly despachoText: string
	readonly isOutOfCoverage: boolean
	/** The cost is on its way; until it is there nobody knows what they confirm. */
	readonly isMeasuring: boolean
	/** The delivery may add to the total: it is not known yet. */
	readonly isFrom: boolean
}

function deliveryText(tipo: TipoEntrega, cost: DeliveryCost): string {
	if (tipo === 'retiro') return formatClp(0)
	if (cost.state === 'failed') return formatClp(0)
	if (cost.state === 'measuring') return 'Calculando…'
	if (cost.state !== 'known') return 'Por calcular'
	if (cost.quote.fuera_de_cobertura) return 'Sin cobertura'
	return cost.quote.gratis ? 'Gratis' : formatClp(cost.quote.costo)
}

/** Adds up what the checkout shows: cart, delivery (only for home delivery), less the discount of a valid code. */
export function checkoutTotals(order: {
	cart: Cart
	tipo_entrega: TipoEntrega
	cost: DeliveryCost
	/** What a valid code takes off; null without one. */
	coupon: CouponValue | null
}): CheckoutTotals {
	const { cart, tipo_entrega, cost } = order
	const isDelivered = tipo_entrega === 'despacho'
	const despacho = isDelivered && cost.state === 'known' ? cost.quote.costo : 0
	return {
		...totalsOf({ lines: cart, despacho, coupon: order.coupon }),
		despachoText: deliveryText(tipo_entrega, cost),
		isOutOfCoverage: isDelivered && cost.state === 'known' && cost.quote.fuera_de_cobertura,
		isMeasuring: isDelivered && cost.state === 'measuring',
		isFrom: isDelivered && cost.state !== 'known' && cost.state !== 'failed',
	}
}
