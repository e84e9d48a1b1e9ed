import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyPluginAsync } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openJournal, type Table } from '../journal.ts'
import type { Mailbox, ReceivedMail } from './mailbox.ts'
import { inboxPages } from './pages.ts'

export interface Inbox extends Mailbox {
	/** SMTP URL for the shop's mailer. */
	readonly smtpUrl: string
	/** Page of received mails, to be mounted under a prefix. */
	readonly plugin: FastifyPluginAsync
	close(): Promise<void>
}

const maximumBytes = 2_000_000

async function readMail(raw: Buffer, receivers: readonly string[], now: Date): Promise<ReceivedMail> {
	const mail = await PostalMime.parse(raw)
	return {
		id: randomUUID(),
		message_id: mail.messageId ?? '',
		from: mail.from?.address ?? '',
		to: receivers.join(', '),
		subject: mail.subject ?? '',
		text: mail.text ?? '',
		html: mail.html ?? '',
		unsubscribe: ['list-unsubscribe', 'list-unsubscribe-post'].flatMap((name) =>
			mail.headers.filter(({ key }) => key === name).map(({ value }) => value),
		),
		created_at: now.toISOString(),
	}
}

/** An SMTP server that passes every mail to `take`; an error of `take` is the answer, with its `responseCode`. */
function createServer(
	take: (raw: Buffer, receivers: readonly string[]) => Promise<void>,
	unknown: ReadonlySet<string>,
): SMTPServer {
	const server = new SMTPServer({
		authOptional: true,
		hideSTARTTLS: true,
		disableReverseLookup: true,
		logger: false,
		closeTimeout: 1_000,
		size: maximumBytes,
		onAuth: (_auth, _session, done) => done(null, { user: 'tienda' }),
		onRcptTo({ address }, _session, done) {
			if (!unknown.has(address)) return done()
			done(Object.assign(new Error('5.1.1 user unknown'), { responseCode: 550 }))
		},
		onData(stream, session, done) {
			const receivers = session.envelope.rcptTo.map((receiver) => receiver.address)
			buffer(stream)
				.then(async (raw) => {
					if (stream.sizeExceeded) throw Object.assign(new Error('message too large'), { responseCode: 552 })
					await take(raw, receivers)
				})
				.then(() => done(), done)
		},
	})
	// A client that disconnects early is no failure of the inbox.
	server.on('error', () => undefined)
	return server
}

/**
 * A mail server on the loopback that shows mails instead of forwarding them, the last `most` (500). `port` 0 picks a free
 * one.
 */
export async function startInbox(options: {
	dataDir: string
	port?: number
	clock?: () => Date
	most?: number
}): Promise<Inbox> {
	const journal = openJournal(join(options.dataDir, 'correo.jsonl'))
	const table: Table<ReceivedMail> = journal.table('mails', options.most ?? 500)
	const clock = options.clock ?? (() => new Date())
	const refusals = { count: 0, code: 451 }
	const unknown = new Set<string>()

	const server = createServer(async (raw, receivers) => {
		if (refusals.count > 0) {
			refusals.count -= 1
			throw Object.assign(new Error('mailbox refuses on request'), { responseCode: refusals.code })
		}
		const mail = await readMail(raw, receivers, clock())
		table.put(mail.id, mail)
	}, unknown)
	server.listen(options.port ?? 0, '127.0.0.1')
	await once(server.server, 'listening')
	const address = server.server.address()
	if (address === null || typeof address === 'string') throw new Error('the inbox has no port')

	const inbox: Inbox = {
		smtpUrl: `smtp://127.0.0.1:${address.port}`,
		plugin: async (app) => inboxPages(app, inbox),
		mails: () => table.values().reverse(),
		refuseNext(count, code = 451) {
			refusals.count = count
			refusals.code = code
		},
		refuseRecipient(address) {
			unknown.add(address)
		},
		async close() {
			await new Promise<void>((closed) => server.close(() => closed()))
			journal.close()
		},
	}
	return inbox
}
