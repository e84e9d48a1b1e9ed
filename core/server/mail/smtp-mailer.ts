import { createTransport } from 'nodemailer'
import { mailConnections } from '#core/server/jobs/queues.ts'

export interface Mail {
	readonly to: string
	readonly subject: string
	readonly text: string
	readonly html: string
	/** The local part of the Message-ID, equal on every retry, so that duplicates are recognised. */
	readonly id: string
}

/** Sends mail; throws when the mail server rejects it, so that the job is retried. */
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
			await transport.sendMail({
				to: { name: '', address: mail.to },
				subject: mail.subject,
				text: mail.text,
				html: mail.html,
				messageId: `<${local}@${domain}>`,
				headers: { 'Auto-Submitted': 'auto-generated' },
			})
		},
		async close() {
			transport.close()
		},
	}
}
