export interface Mail {
	readonly to: string
	readonly subject: string
	readonly text: string
	readonly html: string
	/** A Message-ID local part that is the same on every retry, so that a mail sent twice can be told as one. */
	readonly id: string
}

/** Sends mail; throws when the server of the mails did not take it, so that the job is tried again. */
export interface Mailer {
	send(mail: Mail): Promise<void>
	close(): Promise<void>
}
