import type { Tienda } from '#contract/catalog/page-data.ts'
import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import type { Color } from '#domain/catalog/colors.ts'

export interface MailShop {
	/** The public address of the shop, without a slash at its end. */
	readonly publicUrl: string
	readonly tienda: Tienda
	readonly banco: CheckoutOptions['banco']
	/** Where orders are picked up: of one that was placed before this was kept with it. */
	readonly pickupStation: string
	/** The signed page of an order, and the page that a password recovery leads to. */
	readonly orderLink: (orderId: string) => string
	readonly documentLink: (documentId: string) => string
	readonly resetLink: (resetId: string) => string
	/** The page that proves an account's address. */
	readonly provingLink: (accountId: number) => string
}

/** A fact and its value; `note` is smaller and belongs to the fact. */
export interface MailRow {
	readonly label: string
	readonly value: string
	readonly note?: string
	readonly isTotal?: boolean
	/** The value is a sentence or an address: it gets a line of its own. */
	readonly isLong?: boolean
}

export interface MailSection {
	readonly title: string
	readonly rows?: readonly MailRow[]
	readonly paragraphs?: readonly string[]
}

/** What a mail says, once: its HTML and its plain text are both written from this. All of it is plain text. */
export interface MailContent {
	readonly subject: string
	readonly preview: string
	/** The bottles it shows. One colour gives the mail its mood. */
	readonly colors: readonly Color[]
	readonly title: string
	readonly paragraphs: readonly string[]
	readonly button: { readonly label: string; readonly href: string }
	readonly sections: readonly MailSection[]
	/** Written to the people who run the shop; all others are for customers. */
	readonly isForStaff?: boolean
}

export interface RenderedMail {
	readonly subject: string
	readonly text: string
	readonly html: string
}
