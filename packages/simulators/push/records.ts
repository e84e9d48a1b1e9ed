import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { openJournal } from '../journal.ts'
import type { BrowserKeys } from './decrypt.ts'

/** A subscribed simulated browser, with the application server key. */
export interface Subscription extends BrowserKeys {
	readonly id: string
	readonly applicationServerKey: string
	/** Accepts no more messages. */
	readonly isGone: boolean
}

/** A received message, decrypted. */
export interface Message {
	readonly id: string
	readonly subscription: string
	readonly text: string
	readonly ttl: number
	readonly urgency: string
	readonly topic: string
	readonly received_at: string
}

export type PushRecords = ReturnType<typeof openRecords>

/** Subscribed browsers and their messages. */
export function openRecords(file: string, clock: () => Date) {
	const journal = openJournal(file)
	const subscriptions = journal.table<Subscription>('suscripciones', 1_000)
	const messages = journal.table<Message>('mensajes', 1_000)

	return {
		close: () => journal.close(),
		subscription: (id: string) => subscriptions.get(id),
		subscriptions: () => subscriptions.values(),
		messages: () => messages.values(),
		subscribe(applicationServerKey: string): Subscription {
			const curve = createECDH('prime256v1')
			const publicKey = curve.generateKeys('base64url')
			const privateKey = curve.getPrivateKey('base64url')
			const auth = randomBytes(16).toString('base64url')
			const made = { id: randomUUID(), applicationServerKey, publicKey, privateKey, auth, isGone: false }
			subscriptions.put(made.id, made)
			return made
		},
		unsubscribe(id: string): boolean {
			const one = subscriptions.get(id)
			if (one) subscriptions.put(id, { ...one, isGone: true })
			return one !== undefined
		},
		receive(message: Omit<Message, 'id' | 'received_at'>): Message {
			const received = { ...message, id: randomUUID(), received_at: clock().toISOString() }
			messages.put(received.id, received)
			return received
		},
	}
}
