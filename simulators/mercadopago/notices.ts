import { createHmac, randomUUID } from 'node:crypto'
import type { Deliveries, Delivery } from '../deliveries.ts'
import { collectorId, type Payment, type Preference, providerDate } from './records.ts'

/** The ways in which the provider's notification reaches the shop, or does not. */
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

export interface Notifier {
	/** Tells the shop of a payment in the way asked for; comes back when it is told, or at once if nothing waits for it. */
	tell(payment: Payment, preference: Preference, kind: NoticeKind, delaySeconds: number): Promise<void>
}

export function createNotifier(options: { deliveries: Deliveries; secret: string; clock: () => Date }): Notifier {
	const { deliveries, clock } = options

	function sign(dataId: string, requestId: string, ts: number, secret: string): string {
		const manifest = `id:${dataId};request-id:${requestId};ts:${ts};`
		return `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`
	}

	function webhook(payment: Payment, target: string, style: 'ms' | 'seconds' | 'forged'): Delivery {
		const url = new URL(target)
		url.searchParams.set('data.id', String(payment.id))
		url.searchParams.set('type', 'payment')
		const requestId = randomUUID()
		const now = clock()
		const ts = style === 'seconds' ? Math.floor(now.getTime() / 1_000) : now.getTime()
		const secret = style === 'forged' ? randomUUID() : options.secret
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
				id: Math.floor(Math.random() * 1e12),
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

	/** The old form. It carries a signature header too, which no secret verifies. */
	function ipn(topic: 'payment' | 'merchant_order', id: number, target: string): Delivery {
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
				'x-signature': sign(String(id), requestId, clock().getTime(), randomUUID()),
			},
			body: JSON.stringify({ resource: `/${topic === 'payment' ? 'v1/payments' : 'merchant_orders'}/${id}`, topic }),
		}
	}

	return {
		async tell(payment, preference, kind, delaySeconds) {
			const target = preference.sent.notification_url
			if (!target) return
			switch (kind) {
				case 'nunca':
					return
				case 'antes':
					await deliveries.send(webhook(payment, target, 'ms'))
					return
				case 'tarde':
					deliveries.later(delaySeconds, () => webhook(payment, target, 'ms'))
					return
				case 'dos-veces':
					deliveries.later(0, () => webhook(payment, target, 'ms'))
					deliveries.later(0, () => webhook(payment, target, 'ms'))
					deliveries.later(delaySeconds, () => webhook(payment, target, 'ms'))
					return
				case 'forjada':
					deliveries.later(0, () => webhook(payment, target, 'forged'))
					return
				case 'segundos':
					deliveries.later(0, () => webhook(payment, target, 'seconds'))
					return
				case 'ipn':
					deliveries.later(0, () => ipn('payment', payment.id, target))
					return
				case 'merchant-order':
					deliveries.later(0, () => ipn('merchant_order', payment.merchant_order_id, target))
					return
				case 'normal':
					deliveries.later(0, () => webhook(payment, target, 'ms'))
			}
		},
	}
}
