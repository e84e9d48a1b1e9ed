import { createHash } from 'node:crypto'
import type { PushKind } from '#domain/staff/push-notices.ts'
import { pushSeconds } from '#domain/staff/push-notices.ts'
import { fetchOutside } from '#server/platform/fetch-outside.ts'
import type { PushContext } from '#server/push/push-setup.ts'
import { encryptMessage, vapidAuthorization } from '#server/push/web-push.ts'

/** What a phone shows. */
export interface PushMessage {
	readonly kind: PushKind | 'prueba'
	readonly title: string
	readonly body: string
	/** Of the panel, beginning with a slash. */
	readonly path: string
	/** Messages with the same tag take each other's place on the phone. */
	readonly tag: string
}

/** Where a browser takes messages, and with what they are encrypted for it. */
export interface PushTarget {
	readonly endpoint: string
	readonly p256dh: string
	readonly auth: string
}

/** What the push service said: its status; `undefined` when it did not answer. */
export type PostAnswer = number | undefined

const timeoutMs = 10_000

/** The message in the form of Declarative Web Push: browsers that know it show it without the worker, which reads the same. */
export function messageText({ title, body, path, tag }: PushMessage, publicUrl: string): string {
	const navigate = new URL(path, publicUrl).href
	return JSON.stringify({ web_push: 8030, notification: { title, body, navigate, tag, lang: 'es-CL' } })
}

/** A name for a message's topic that fits: 32 letters, of which the push service learns nothing. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/**
 * Encrypts a message for one browser and hands it to its push service, once. Throws for an endpoint that is no known service's:
 * nothing that a browser said leads the shop anywhere else, redirects neither.
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
