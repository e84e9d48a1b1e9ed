import { createHash } from 'node:crypto'
import type { AlertKind } from '#core/rules/staff-alerts.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { pushSeconds } from '#modules/push/push-notices.ts'
import type { PushContext } from '#modules/push/server/push-setup.ts'
import { encryptMessage, vapidAuthorization } from '#modules/push/server/web-push.ts'

/** A notice as a phone shows it. */
export interface PushMessage {
	readonly kind: AlertKind | 'prueba'
	readonly title: string
	readonly body: string
	/** A path of the panel, beginning with a slash. */
	readonly path: string
	/** Messages with the same tag replace each other on the phone. */
	readonly tag: string
}

/** A browser's subscription: its endpoint and its keys. */
export interface PushTarget {
	readonly endpoint: string
	readonly p256dh: string
	readonly auth: string
}

/** The push service's status; `undefined` without an answer. */
export type PostAnswer = number | undefined

const timeoutMs = 10_000

/** The message as Declarative Web Push: browsers that support it show it without the worker, which reads the same. */
export function messageText({ title, body, path, tag }: PushMessage, publicUrl: string): string {
	const navigate = new URL(path, publicUrl).href
	return JSON.stringify({ web_push: 8030, notification: { title, body, navigate, tag, lang: 'es-CL' } })
}

/** The message's topic: 32 letters that reveal nothing to the push service. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/**
 * Encrypts a message for one browser and posts it to its push service, once. Throws for the endpoint of an unknown
 * service; redirects are errors too.
 */
export async function postMessage(
	{ push }: PushContext,
	{ endpoint, p256dh, auth }: PushTarget,
	message: PushMessage,
): Promise<PostAnswer> {
	if (!push.services.isKnown(endpoint)) throw new Error('an endpoint that is no known push service')
	const headers = {
		authorization: await vapidAuthorization(push.keys, endpoint, push.contact, new Date()),
		'content-type': 'application/octet-stream',
		'content-encoding': 'aes128gcm',
		ttl: String(pushSeconds[message.kind]),
		urgency: message.kind === 'stock_bajo' ? 'normal' : 'high',
		topic: topicOf(message.tag),
	}
	const body = encryptMessage(messageText(message, push.publicUrl), { p256dh, auth })
	try {
		const answer = await fetchOutside(endpoint, {
			method: 'POST',
			body,
			headers,
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		})
		await answer.body?.cancel()
		return answer.status
	} catch {
		return undefined
	}
}
