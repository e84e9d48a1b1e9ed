import { formatClp } from '#core/rules/money.ts'
import type { Cart } from '#modules/cart/cart.ts'
import { type Totals, totalsOf } from '#modules/checkout/totals.ts'
import type { TipoEntrega } from '#modules/delivery/delivery.ts'
import type { DeliveryCost } from '#modules/delivery/web/address-search.tsx'
import type { CouponValue } from '#modules/orders/coupon.ts'

/** Totals, the text of the delivery price, and whether the order can be confirmed. */
export interface CheckoutTotals extends Totals {
	readonly despachoText: string
	readonly isOutOfCoverage: boolean
	/** The price is loading; confirming waits for it. */
	readonly isMeasuring: boolean
	/** The delivery price is unknown and may increase the total. */
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

/** Adds up cart and delivery (home delivery only), less the discount of a valid code. */
export function checkoutTotals(order: {
	cart: Cart
	tipo_entrega: TipoEntrega
	cost: DeliveryCost
	/** Discount of a valid code; null without one. */
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
