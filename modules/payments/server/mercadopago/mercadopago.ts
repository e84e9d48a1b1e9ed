import { addressOf } from '#core/contract/endpoint.ts'
import { sumClp } from '#core/rules/money.ts'
import { splitName } from '#core/rules/person-data.ts'
import { notifyPayment } from '#modules/payments/endpoints.ts'
import {
	type AttemptRef,
	type AttemptToOpen,
	type Gateway,
	type GatewayPayment,
	GatewayRefused,
	type Hint,
	type RefundOutcome,
	type ReturnKind,
} from '#modules/payments/server/gateways/gateway.ts'
import {
	createMercadoPagoClient,
	type MercadoPagoAccount,
	type MercadoPagoClient,
	type MercadoPagoRefund,
	paymentId,
	toPayment,
} from '#modules/payments/server/mercadopago/mercadopago-client.ts'
import { disputeCalls } from '#modules/payments/server/mercadopago/mercadopago-dispute.ts'
import {
	merchantOrder,
	readMercadoPagoNotification,
} from '#modules/payments/server/mercadopago/mercadopago-notification.ts'

/** The tolerated lag of the provider's clock. Milliseconds. */
const clockDifferenceMs = 10 * 60_000

/** Any other state counts as pending: a refund wrongly taken as refused might be made twice. */
const refundStates: Readonly<Record<string, RefundOutcome['estado']>> = {
	approved: 'hecho',
	rejected: 'rechazado',
	cancelled: 'rechazado',
}

function toRefund({ id, status }: MercadoPagoRefund): RefundOutcome {
	return { estado: refundStates[status] ?? 'pendiente', devolucion_id: String(id) }
}

/** The provider writes an absent value as the text `null`. */
function present(value: string | undefined): string | undefined {
	return value === undefined || value === '' || value === 'null' ? undefined : value
}

function readReturn(fields: Readonly<Record<string, string | undefined>>): Hint & { kind: ReturnKind } {
	const attempt_id = present(fields.external_reference)
	const pago_id = paymentId(fields.payment_id) ?? paymentId(fields.collection_id)
	const status = present(fields.status) ?? present(fields.collection_status)
	const hint = { attempt_id, pago_id, gateway_ref: present(fields.preference_id) }
	if (!attempt_id && !pago_id) return { kind: 'unknown', ...hint }
	return { kind: pago_id || status ? 'normal' : 'aborted', ...hint }
}

/**
 * Checkout Pro on `fetch`: the provider's package fixes its base address and reuses an idempotency key in the next
 * call.
 */
export function createMercadoPago(
	options: MercadoPagoAccount & MercadoPagoAddresses & { webhookSecret: string },
): Gateway {
	const client = createMercadoPagoClient(options)

	async function read(attempt: AttemptRef): Promise<readonly GatewayPayment[]> {
		const byId = new Map((await client.search(attempt.id)).map((one) => [one.id, one]))
		// The search lags behind, so a named payment is read directly and takes precedence.
		const named = attempt.pago_id === undefined ? undefined : await client.payment(attempt.pago_id)
		if (named) byId.set(named.id, named)
		return [...byId.values()].filter((one) => one.external_reference === attempt.id).map(toPayment)
	}

	return {
		name: 'mercadopago',
		pageMinutes: null,
		probe: async () => void (await read({ id: '00000000-0000-4000-8000-000000000000', gateway_ref: null })),
		read,
		confirm: read,
		readReturn,
		signsNotifications: true,
		readNotification: (notification, now) => readMercadoPagoNotification(notification, options.webhookSecret, now),
		...disputeCalls(client),
		async open(attempt) {
			const preference = await client.createPreference(preferenceBody(attempt, options), attempt.id)
			const { id, init_point, sandbox_init_point } = preference
			const isTest = options.accessToken.startsWith('TEST-')
			return { gateway_ref: id, url: isTest ? (sandbox_init_point ?? init_point) : init_point }
		},
		async identify({ attempt_id, pago_id, gateway_ref }) {
			if (pago_id !== undefined) return (await client.payment(pago_id))?.external_reference ?? undefined
			if (!gateway_ref?.startsWith(merchantOrder)) return attempt_id
			return client.merchantOrderReference(gateway_ref.slice(merchantOrder.length))
		},
		...refundCalls(client),
	}
}

function refundCalls(
	client: MercadoPagoClient,
): Pick<Gateway, 'knowsRefundsById' | 'refund' | 'findRefund' | 'readRefund'> {
	return {
		async refund({ id, pago_id, monto }) {
			// Always with its amount: without one the provider refunds the whole rest.
			return toRefund(await client.createRefund(pago_id, { amount: monto }, id))
		},
		knowsRefundsById: true,
		async findRefund({ pago_id, monto, pedida_at, known }) {
			const since = pedida_at.getTime() - clockDifferenceMs
			const isIt = ({ id, amount, date_created }: MercadoPagoRefund) =>
				amount === monto && Date.parse(date_created) >= since && !known.includes(String(id))
			const made = (await client.refunds(pago_id)).find(isIt)
			return made ? toRefund(made) : 'not_made'
		},
		async readRefund({ devolucion_id, pago_id }) {
			const refund = (await client.refunds(pago_id)).find((one) => String(one.id) === devolucion_id)
			if (!refund) throw new GatewayRefused(`no refund ${devolucion_id}`)
			return toRefund(refund)
		},
	}
}

/** The addresses for returns and notifications. */
interface MercadoPagoAddresses {
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
