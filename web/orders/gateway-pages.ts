import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'

type Query = Readonly<Record<string, string>>

/** What the shop's pages know of a gateway. */
interface GatewayPage {
	/** The call that confirms the order which an address tells of, with its query; undefined when the address does not say. */
	readonly confirmation: (query: URLSearchParams) => { readonly call: string; readonly query: Query } | undefined
	/** Its page cannot be paid any more once the browser came back from it. */
	readonly endsWithReturn: boolean
	/** What is said when the order came without the address of its page. */
	readonly missingUrl: string
	/** Its name in the panel, where a table is narrow. */
	readonly shortName: string
	/** Whether staff can say that an order was paid with it. */
	readonly canBeChosenByStaff: boolean
}

/** The call about the value of one parameter, under the name that the call has for it. */
function callAbout(call: string, value: string | null, name: string) {
	return value ? { call, query: { [name]: value } } : undefined
}

/** The pages of every gateway. */
export const gatewayPages: Readonly<Record<GatewayMethod, GatewayPage>> = {
	mercadopago: {
		confirmation: (query) => {
			const external_reference = query.get('external_reference')
			const payment_id = query.get('payment_id') ?? query.get('collection_id') ?? ''
			return external_reference ? { call: 'pago_exitoso', query: { external_reference, payment_id } } : undefined
		},
		endsWithReturn: false,
		missingUrl: 'No se recibió init_point',
		shortName: 'Mercado Pago',
		canBeChosenByStaff: true,
	},
	flow: {
		confirmation: (query) =>
			callAbout('flow/status', query.get('token'), 'token') ??
			callAbout('flow/message', query.get('orden_ref'), 'nro_orden'),
		endsWithReturn: false,
		missingUrl: 'No se recibió el link de pago de Flow',
		shortName: 'Flow',
		canBeChosenByStaff: false,
	},
	webpay: {
		confirmation: (query) => callAbout('webpay/status', query.get('orden_id'), 'orden_id'),
		endsWithReturn: true,
		missingUrl: 'No se recibió el link de pago de Webpay',
		shortName: 'Webpay',
		canBeChosenByStaff: true,
	},
}
