import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { Deliveries, Delivery } from '../deliveries.ts'
import { collectorId, type Dispute, type Payment, type Preference, providerDate } from './records.ts'

/** Delivery modes of the payment notification. */
export const noticeKinds = {
	normal: 'Aviso firmado, al instante',
	tarde: 'Aviso tarde',
	'dos-veces': 'Aviso dos veces',
	nunca: 'Sin aviso',
	forjada: 'Aviso con firma falsa',
	antes: 'Aviso antes de volver',
	segundos: 'Aviso con hora en segundos',
	ipn: 'Aviso antiguo (IPN)',
	'merchant-order': 'Aviso antiguo de orden (merchant_order)',
} as const

export type NoticeKind = keyof typeof noticeKinds

/** Delivery modes of a dispute's notification. */
export type DisputeNoticeKind = 'normal' | 'forjada' | 'nunca'

export interface Notifier {
	/** Notifies the shop of a dispute or its result. */
	notifyDispute(dispute: Dispute, preference: Preference, kind: DisputeNoticeKind): void
	/** Sends a fraud warning for a payment, once. */
	warn(payment: Payment, preference: Preference, kind: DisputeNoticeKind): void
	/** Notifies the shop of a payment in the chosen mode; awaited only when something depends on it. */
	notify(payment: Payment, preference: Preference, kind: NoticeKind, delaySeconds: number): Promise<void>
}

type Signer = (dataId: string, requestId: string, ts: number, secret: string) => string

const sign: Signer = (dataId, requestId, ts, secret) => {
	const manifest = `id:${dataId};request-id:${requestId};ts:${ts};`
	return `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`
}

interface Message {
	readonly target: string
	readonly now: Date
	readonly secret: string
}

/** Current format: the payment's id in the query, signed. */
function webhook(payment: Payment, message: Message, style: 'ms' | 'seconds' | 'forged'): Delivery {
	const { now } = message
	const url = new URL(message.target)
	url.searchParams.set('data.id', String(payment.id))
	url.searchParams.set('type', 'payment')
	const requestId = randomUUID()
	const ts = style === 'seconds' ? Math.floor(now.getTime() / 1_000) : now.getTime()
	const secret = style === 'forged' ? randomUUID() : message.secret
	const isFirst = payment.date_created === payment.date_last_updated
	return {
		url: url.href,
		persistent: style !== 'forged',
		headers: {
			'content-type': 'application/json',
			'x-request-id': requestId,
			'x-signature': sign(String(payment.id), requestId, ts, secret),
			'user-agent': 'MercadoPago WebHook v1.0 payment',
		},
		body: JSON.stringify({
			id: randomInt(1e12),
			live_mode: false,
			type: 'payment',
			date_created: providerDate(now),
			user_id: collectorId,
			api_version: 'v1',
			action: isFirst ? 'payment.created' : 'payment.updated',
			data: { id: String(payment.id) },
		}),
	}
}

/** Other notifications: a dispute by its id, a fraud warning with its payment in the body. */
function notice(topic: string, id: number, data: object, message: Message & { isForged: boolean }): Delivery {
	const { now, isForged } = message
	const url = new URL(message.target)
	url.searchParams.set('data.id', String(id))
	url.searchParams.set('type', topic)
	const requestId = randomUUID()
	const secret = isForged ? randomUUID() : message.secret
	return {
		url: url.href,
		persistent: !isForged && topic !== 'stop_delivery_op_wh',
		headers: {
			'content-type': 'application/json',
			'x-request-id': requestId,
			'x-signature': sign(String(id), requestId, now.getTime(), secret),
		},
		body: JSON.stringify({
			id: String(id),
			live_mode: false,
			type: topic,
			date_created: providerDate(now),
			user_id: collectorId,
			api_version: 'v1',
			data,
		}),
	}
}

/** Old format, with a signature header that no secret verifies. */
function ipn(topic: 'payment' | 'merchant_order', id: number, { target, now }: Message): Delivery {
	const url = new URL(target)
	url.searchParams.set('topic', topic)
	url.searchParams.set('id', String(id))
	const requestId = randomUUID()
	return {
		url: url.href,
		persistent: false,
		headers: {
			'content-type': 'application/json',
			'x-request-id': requestId,
			'x-signature': sign(String(id), requestId, now.getTime(), randomUUID()),
		},
		body: JSON.stringify({ resource: `/${topic === 'payment' ? 'v1/payments' : 'merchant_orders'}/${id}`, topic }),
	}
}

/** The one notification sent immediately by these modes. */
const single = {
	normal: (payment, message) => webhook(payment, message, 'ms'),
	forjada: (payment, message) => webhook(payment, message, 'forged'),
	segundos: (payment, message) => webhook(payment, message, 'seconds'),
	ipn: (payment, message) => ipn('payment', payment.id, message),
	'merchant-order': (payment, message) => ipn('merchant_order', payment.merchant_order_id, message),
} as const satisfies Partial<Record<NoticeKind, (payment: Payment, message: Message) => Delivery>>

/** Creates the notifier of payments, in the chosen format and signature. */
export function createNotifier(options: { deliveries: Deliveries; secret: string; clock: () => Date }): Notifier {
	const { deliveries, secret, clock } = options

	return {
		notifyDispute(dispute, preference, kind) {
			const target = preference.sent.notification_url
			if (!target || kind === 'nunca') return
			const topic = dispute.tipo === 'contracargo' ? 'topic_chargebacks_wh' : 'topic_claims_integration_wh'
			const data = { id: String(dispute.id), payment_id: dispute.payment_id, checkout: 'PRO', site_id: 'MLC' }
			const isForged = kind === 'forjada'
			deliveries.later(0, () => notice(topic, dispute.id, data, { target, secret, now: clock(), isForged }))
		},
		warn(payment, preference, kind) {
			const target = preference.sent.notification_url
			if (!target || kind === 'nunca') return
			const data = { payment_id: payment.id, merchant_order: payment.merchant_order_id, site_id: 'MLC' }
			const message = () => ({ target, secret, now: clock() })
			deliveries.later(0, () =>
				notice('stop_delivery_op_wh', payment.id, data, { ...message(), isForged: kind === 'forjada' }),
			)
		},
		async notify(payment, preference, kind, delaySeconds) {
			const target = preference.sent.notification_url
			if (!target) return
			const message = () => ({ target, secret, now: clock() })
			const signed = () => webhook(payment, message(), 'ms')
			switch (kind) {
				case 'nunca':
					return
				case 'antes':
					await deliveries.send(signed())
					return
				case 'tarde':
					return deliveries.later(delaySeconds, signed)
				case 'dos-veces':
					deliveries.later(0, signed)
					deliveries.later(0, signed)
					return deliveries.later(delaySeconds, signed)
				default:
					return deliveries.later(0, () => single[kind](payment, message()))
			}
		},
	}
}
