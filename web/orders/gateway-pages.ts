import type { ConfirmationAnswer } from '#contract/orders/confirm-order.ts'
import { confirmFlow, confirmFlowOrder, confirmMercadopago, confirmWebpay } from '#contract/payments/endpoints.ts'
import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import { type ApiRequest, requestTo } from '#web/session/api.ts'

/** What the shop's pages know of a gateway. */
interface GatewayPage {
	/** The request that confirms the order in an address; undefined when the address does not say which. */
	readonly confirmation: (query: URLSearchParams) => ApiRequest<ConfirmationAnswer> | undefined
	/** Its page cannot be paid any more once the browser came back from it. */
	readonly endsWithReturn: boolean
	/** What is said when the order came without the address of its page. */
	readonly missingUrl: string
	/** Its name in the panel, where a table is narrow. */
	readonly shortName: string
	/** Whether staff can say that an order was paid with it. */
	readonly canBeChosenByStaff: boolean
}

/** The pages of every gateway. */
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
