import type { IncomingNotification, NotificationReading } from '#modules/payments/server/gateways/gateway.ts'
import { paymentId } from './mercadopago-client.ts'
import { isSignatureValid } from './mercadopago-signature.ts'

/** The prefix of a merchant order's id in a reference of this gateway, which otherwise is a preference. */
export const merchantOrder = 'merchant_order:'

/** The provider's topics in the query; the older form omits the ending. */
const disputeTopics: Readonly<Record<string, 'contracargo' | 'reclamo'>> = {
	topic_chargebacks_wh: 'contracargo',
	chargebacks: 'contracargo',
	topic_claims_integration_wh: 'reclamo',
	claim: 'reclamo',
}
const fraudTopics = ['stop_delivery_op_wh', 'delivery_cancellation']

function headerText(value: string | string[] | undefined): string | undefined {
	return Array.isArray(value) ? value[0] : value
}

function fieldOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/**
 * The content of an unverified notification. The query names the subject; a fraud warning names its payment in the
 * body.
 */
function readTopic({ query, body }: IncomingNotification): Exclude<NotificationReading, { kind: 'forjada' }> {
	const data = fieldOf(body, 'data')
	const topic = query.type ?? query.topic ?? textOf(fieldOf(body, 'type')) ?? ''
	const dataId = query['data.id'] ?? query.id ?? textOf(fieldOf(data, 'id'))
	if (fraudTopics.includes(topic)) {
		const pago_id = paymentId(textOf(fieldOf(data, 'payment_id')) ?? dataId)
		return pago_id ? { kind: 'alerta_fraude', pago_id } : { kind: 'ignorada' }
	}
	const id = paymentId(dataId)
	if (!id) return { kind: 'ignorada' }
	if (topic === 'payment') return { kind: 'pago', pago_id: id }
	if (topic === 'merchant_order' || topic === 'topic_merchant_order_wh')
		return { kind: 'pago', gateway_ref: `${merchantOrder}${id}` }
	const tipo = disputeTopics[topic]
	return tipo ? { kind: 'disputa', tipo, disputa_id: id } : { kind: 'ignorada' }
}

/** Verifies and parses a notification. The old form (IPN) has no verifiable signature, so it counts as forged. */
export function readMercadoPagoNotification(
	notification: IncomingNotification,
	secret: string,
	now: Date,
): NotificationReading {
	const { headers, query } = notification
	const dataId = query['data.id'] ?? query.id
	const requestId = headerText(headers['x-request-id'])
	const topic = readTopic(notification)
	if (isSignatureValid(headerText(headers['x-signature']), { dataId, requestId }, secret, now)) return topic
	return { kind: 'forjada', hint: topic.kind === 'pago' || topic.kind === 'disputa' ? topic : undefined }
}
