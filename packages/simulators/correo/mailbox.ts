/** A mail that arrived. `message_id` tells a mail sent twice. */
export interface ReceivedMail {
	readonly id: string
	readonly message_id: string
	readonly from: string
	readonly to: string
	readonly subject: string
	readonly text: string
	readonly html: string
	readonly created_at: string
}

/** What arrived, and what is to be done with the next mails. */
export interface Mailbox {
	mails(): ReceivedMail[]
	/** Refuses the next `count` mails, for a while (`451`) or for good (`550`). */
	refuseNext(count: number, code?: 451 | 550): void
}
