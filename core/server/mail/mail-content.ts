import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/signing.ts'

export interface MailShop {
	/** The public address of the shop, without a trailing slash. */
	readonly publicUrl: string
	/** The seller. */
	readonly tienda: Readonly<Record<'razon_social' | 'rut' | 'direccion' | 'correo' | 'telefono', string>>
	/** The account for transfers. */
	readonly banco: Readonly<Record<'titular' | 'rut' | 'banco' | 'tipo_cuenta' | 'numero_cuenta' | 'correo', string>>
	/** The pickup station of orders placed before it was stored with them. */
	readonly pickupStation: string
	/** The signed page of an order, and the page of a password recovery. */
	readonly orderLink: (orderId: string) => string
	readonly resetLink: (resetId: string) => string
	/** The page that proves an account's address. */
	readonly provingLink: (accountId: number) => string
	/** For the links of modules. */
	readonly signer: Signer
	readonly clock: Clock
}

/** A label and its value; `note` is smaller text of the label. */
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

/** A mail's content as plain text, from which its HTML and its plain text are rendered. */
export interface MailContent {
	readonly subject: string
	readonly preview: string
	/** The bottles shown. A single colour sets the mail's theme. */
	readonly colors: readonly string[]
	readonly title: string
	readonly paragraphs: readonly string[]
	readonly button: { readonly label: string; readonly href: string }
	readonly sections: readonly MailSection[]
	/** Sent to staff; all others are for customers. */
	readonly isForStaff?: boolean
}

export interface RenderedMail {
	readonly subject: string
	readonly text: string
	readonly html: string
}
