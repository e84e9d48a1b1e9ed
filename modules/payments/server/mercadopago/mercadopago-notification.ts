import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingNotification, NotificationReading } from '#modules/payments/server/gateways/gateway.ts'

/** Payment ids are numeric; any other text is tampering with the address. */
export function paymentId(value: string | undefined): string | undefined {
	return value !== undefined && /^\d{1,20}$/.test(value) ? value : undefined
}

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

/** The signed parts of a notification. An absent part is omitted from the manifest. */
interface SignedParts {
	/** `data.id` of the query, as received. */
	readonly dataId: string | undefined
	readonly requestId: string | undefined
	/** Seconds or milliseconds since 1970: the provider's documentation disagrees, both occur. */
	readonly ts: string
}

/** Notifications are retried for days, and they are only hints: an old one does no harm. */
const oldestDays = 7
const clockSkewMinutes = 10

/** Signs the manifest `id:…;request-id:…;ts:…;` with the webhook secret, as 64 hexadecimal digits. */
export function signManifest({ dataId, requestId, ts }: SignedParts, secret: string): string {
	const manifest = `${dataId ? `id:${dataId};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`
	return createHmac('sha256', secret).update(manifest).digest('hex')
}

/** Whether the header `x-signature` (`ts=…,v1=…`) is genuine and of the last days. */
export function isSignatureValid(
	header: string | undefined,
	parts: Omit<SignedParts, 'ts'>,
	secret: string,
	now: Date,
): boolean {
	const fields = new Map((header ?? '').split(',').map((field) => splitOnce(field)))
	const ts = fields.get('ts')
	const given = fields.get('v1')
	if (!ts || !/^\d{10,16}$/.test(ts) || !given || !/^[0-9a-f]{64}$/i.test(given)) return false
	const expected = Buffer.from(signManifest({ ...parts, ts }, secret), 'hex')
	if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return false
	const signedAt = Number(ts) > 1e11 ? Number(ts) : Number(ts) * 1_000
	const ageMs = now.getTime() - signedAt
	return ageMs <= oldestDays * 86_400_000 && ageMs >= -clockSkewMinutes * 60_000
}

function splitOnce(field: string): [string, string] {
	const at = field.indexOf('=')
	return at < 0 ? [field.trim(), ''] : [field.slice(0, at).trim(), field.slice(at + 1).trim()]
}
