import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { type ApiRequest, requestTo } from '#core/web/session/api.ts'
import { confirmFlow, confirmFlowOrder, confirmMercadopago, confirmWebpay } from '#modules/checkout/endpoints.ts'
import type { ReadConfirmation } from '#modules/checkout/shapes.ts'

/** Properties of a gateway for the shop's pages. */
interface GatewayPage {
	/** Returns the confirmation request of an order in a URL; undefined when it names none. */
	readonly confirmation: (query: URLSearchParams) => ApiRequest<ReadConfirmation> | undefined
	/** Its payment page expires with the browser's return. */
	readonly endsWithReturn: boolean
	/** Message for an order created without a payment page. */
	readonly missingUrl: string
	/** Short name for narrow tables of the panel. */
	readonly shortName: string
	/** Whether staff can mark an order as paid by it. */
	readonly canBeChosenByStaff: boolean
}

export const gatewayPages: Readonly<Record<GatewayMethod, GatewayPage>> = {
	mercadopago: {
		confirmation: (query) => {
			const external_reference = query.get('external_reference')
			const payment_id = query.get('payment_id') ?? query.get('collection_id') ?? ''
			return external_reference
				? requestTo(confirmMercadopago, { query: { external_reference, payment_id } })
				: undefined
		},
		endsWithReturn: false,
		missingUrl: 'No se recibió init_point',
		shortName: 'Mercado Pago',
		canBeChosenByStaff: true,
	},
	flow: {
		confirmation: (query) => {
			const token = query.get('token')
			if (token) return requestTo(confirmFlow, { query: { token } })
			const nro_orden = query.get('orden_ref')
			return nro_orden ? requestTo(confirmFlowOrder, { query: { nro_orden } }) : undefined
		},
		endsWithReturn: false,
		missingUrl: 'No se recibió el link de pago de Flow',
		shortName: 'Flow',
		canBeChosenByStaff: false,
	},
	webpay: {
		confirmation: (query) => {
			const orden_id = query.get('orden_id')
			return orden_id ? requestTo(confirmWebpay, { query: { orden_id } }) : undefined
		},
		endsWithReturn: true,
		missingUrl: 'No se recibió el link de pago de Webpay',
		shortName: 'Webpay',
		canBeChosenByStaff: true,
	},
}
