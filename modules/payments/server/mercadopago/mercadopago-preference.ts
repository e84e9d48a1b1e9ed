import { addressOf } from '#core/contract/endpoint.ts'
import { sumClp } from '#core/rules/money.ts'
import { splitName } from '#core/rules/person-name.ts'
import { notifyPayment } from '#modules/payments/endpoints.ts'
import type { AttemptToOpen } from '#modules/payments/server/gateways/gateway.ts'

/** The addresses for returns and notifications. */
export interface MercadoPagoAddresses {
	/** The shop's public address, without a trailing slash. */
	readonly publicUrl: string
}

/** The provider's category for home goods. Its fraud score uses id and category of the items. */
const goodsCategory = 'home'

/**
 * The goods; their sum equals the total. Delivery is a line; a discounted order is one line, as no price may be
 * negative.
 */
export function preferenceItems(attempt: AttemptToOpen) {
	const goods = attempt.items.map((item) => ({
		id: item.sku,
		title: `${item.nombre} ${item.color}`,
		category_id: goodsCategory,
		quantity: item.cantidad,
		currency_id: 'CLP',
		unit_price: item.precio,
	}))
	const rest = attempt.monto - sumClp(attempt.items.map((item) => item.cantidad * item.precio))
	if (rest < 0 || goods.length === 0) {
		const whole = { id: `pedido-${attempt.nro_orden}`, title: `Pedido N° ${attempt.nro_orden}` }
		return [{ ...whole, category_id: goodsCategory, quantity: 1, currency_id: 'CLP', unit_price: attempt.monto }]
	}
	const service = { id: 'despacho', title: 'Despacho a domicilio', category_id: 'services' }
	const delivery = { ...service, quantity: 1, currency_id: 'CLP', unit_price: rest }
	return rest === 0 ? goods : [...goods, delivery]
}

/** The provider requires an offset in dates, not the letter Z. */
const offsetIso = (moment: Date) => moment.toISOString().replace('Z', '+00:00')

const notifications = addressOf(notifyPayment, { params: { gateway: 'mercadopago' } })

/** The body of a preference: items, expiry, return and notification addresses. */
export function preferenceBody(attempt: AttemptToOpen, { publicUrl }: MercadoPagoAddresses) {
	const back = `${publicUrl}/checkout-success?metodo=mercadopago`
	const { nombre: name, apellido: surname } = splitName(attempt.nombre)
	return {
		items: preferenceItems(attempt),
		external_reference: attempt.id,
		payer: { name, ...(surname && { surname }), email: attempt.email },
		back_urls: { success: back, failure: back, pending: back },
		// The provider rejects an automatic return to an address that is not public.
		...(publicUrl.startsWith('https://') ? { auto_return: 'approved' } : {}),
		notification_url: `${publicUrl}${notifications}?source_news=webhooks`,
		expires: true,
		// No start date: if the shop's clock ran ahead, the link would not be open yet.
		expiration_date_to: offsetIso(attempt.expires_at),
		// Cash would be paid days after the units were returned to stock.
		payment_methods: { excluded_payment_types: [{ id: 'ticket' }] },
		// The text on the card statement: 13 letters at most.
		statement_descriptor: 'PREMIUMSHAKER',
		metadata: { nro_orden: attempt.nro_orden },
	}
}
