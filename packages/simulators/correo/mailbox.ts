/** A received mail. `message_id` identifies a mail sent twice. */
export interface ReceivedMail {
	readonly id: string
	readonly message_id: string
	readonly from: string
	readonly to: string
	readonly subject: string
	readonly text: string
	readonly html: string
	/** `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 8058); empty without them. */
	readonly unsubscribe: readonly string[]
	readonly created_at: string
}

/** Received mails, and the answers to the next ones. */
export interface Mailbox {
	mails(): ReceivedMail[]
	/** Rejects the next `count` mails, temporarily (`451`) or permanently (`550`). */
	refuseNext(count: number, code?: 451 | 550): void
	/** Rejects every mail to this address from now on: the mailbox does not exist (`550 5.1.1`). */
	refuseRecipient(address: string): void
}
