import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { mailConnections } from '#core/server/jobs/queues.ts'

export interface Mail {
	readonly to: string
	readonly subject: string
	readonly text: string
	readonly html: string
	/** Besides those of every mail. */
	readonly headers?: Readonly<Record<string, string>>
	/** The local part of the Message-ID, equal on every retry, so that duplicates are recognised. */
	readonly id: string
}

/** The mail server knows that the recipient's mailbox does not exist: sending the mail again is useless. */
export class RecipientRefused extends Error {
	override readonly name = 'RecipientRefused'
}

/**
 * Enhanced codes (RFC 3463) of a mailbox that does not exist or is closed. Any other rejection may be about the sender, the
 * server's settings or this hour, and passes.
 */
const noMailbox = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/

const isOfRecipient = (error: unknown) =>
	error instanceof Error &&
	'command' in error &&
	error.command === 'RCPT TO' &&
	'response' in error &&
	noMailbox.test(String(error.response))

/** Sends mail. Throws RecipientRefused for a mailbox that does not exist, else an error so that the job is retried. */
export interface Mailer {
	send(mail: Mail): Promise<void>
	close(): Promise<void>
}

/** Timeouts of the SMTP steps. Milliseconds. */
const breaker = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/**
 * Sends through the SMTP server at `url`, on a few pooled connections. The Message-ID is the mail's id, so a retry is
 * the same mail.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
	const transport = createTransport(
		{
			url,
			pool: true,
			maxConnections: mailConnections,
			maxMessages: 100,
			disableFileAccess: true,
			disableUrlAccess: true,
			...breaker,
			// A password is sent over TLS only, also to a server that does not offer it.
			requireTLS: new URL(url).password !== '',
		},
		{ from },
	)
	const domain = /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'

	return {
		async send(mail) {
			const local = mail.id.replace(/[^A-Za-z0-9._-]/g, '-')
			const message = new MailComposer({
				from,
				to: { name: '', address: mail.to },
				subject: mail.subject,
				text: mail.text,
				html: mail.html,
				// What the library chooses for Spanish after counting its letters.
				textEncoding: 'quoted-printable',
				messageId: `<${local}@${domain}>`,
				headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
				disableFileAccess: true,
				disableUrlAccess: true,
			}).compile()
			// Composed whole first: it is sent in a few writes, and not in one for each line of its structure.
			await transport
				.sendMail({ envelope: message.getEnvelope(), raw: await message.build() })
				.catch((error: unknown) => {
					if (isOfRecipient(error)) throw new RecipientRefused('the recipient has no mailbox', { cause: error })
					throw error
				})
		},
		async close() {
			transport.close()
		},
	}
}
