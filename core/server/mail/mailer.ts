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
