import type { z } from 'zod'
import { splitName } from '#core/rules/person-data.ts'
import { type PanelPlace, panelQuery } from '#core/rules/staff-panel.ts'
import { shopZone as timeZone } from '#core/rules/times.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'

/** A mail of the shop, and how its text is written from its job's data. */
export interface MailDefinition {
	/** Only mails to the customer of an order. */
	readonly mayBeSentAgain: boolean
	/** Not sent to an unproved address that got several mails: an order could trigger it for any address. */
	readonly mayBeHeldBack: boolean
	/** @throws ZodError for incomplete data. */
	readonly write: (datos: unknown, shop: MailShop) => MailContent
}

const onceOnly = { mayBeSentAgain: false, mayBeHeldBack: false }

/**
 * A first name, or its abbreviation: a registration of another person's address could otherwise mail a link instead of
 * a name.
 */
const firstName = /^(\p{L}[\p{L}\p{M}'’-]{0,29})\.?$/u

/** The greeting of a mail, with the first name if there is one. */
export function greeting(nombre: string): string {
	const [, first] = firstName.exec(splitName(nombre).nombre) ?? []
	return first === undefined ? 'Hola.' : `Hola, ${first}.`
}

type AccountText = Omit<MailContent, 'colors' | 'sections'> & Partial<Pick<MailContent, 'sections'>>

/** A mail to the owner of an account. */
export function accountMail<Data extends { readonly nombre: string }>(
	data: z.ZodType<Data>,
	text: (data: Data, shop: MailShop) => AccountText,
): MailDefinition {
	return {
		...onceOnly,
		write(datos, shop) {
			const read = data.parse(datos)
			const { paragraphs, ...rest } = text(read, shop)
			const [first = '', ...more] = paragraphs
			return { colors: [], sections: [], ...rest, paragraphs: [`${greeting(read.nombre)} ${first}`, ...more] }
		},
	}
}

interface StaffText {
	readonly subject?: string
	/** The first paragraph by default. */
	readonly preview?: string
	readonly title: string
	readonly paragraphs: readonly string[]
	/** The panel's page of its button; the profile by default. */
	readonly place?: PanelPlace
	/** "Abrir el panel" by default. */
	readonly button?: string
	readonly colors?: readonly string[]
	readonly sections?: readonly MailSection[]
}

/** A mail to staff: a text, facts, and a button into the panel. */
export function staffMail<Data>(
	data: z.ZodType<Data>,
	text: (data: Data, shop: MailShop) => StaffText,
): MailDefinition {
	return {
		...onceOnly,
		write(datos, shop) {
			const { title, place, button = 'Abrir el panel', paragraphs, ...rest } = text(data.parse(datos), shop)
			return {
				subject: title,
				preview: paragraphs[0] ?? '',
				colors: [],
				sections: [],
				...rest,
				title,
				paragraphs,
				isForStaff: true,
				button: { label: button, href: `${shop.publicUrl}/perfil${place ? `?${panelQuery(place)}` : ''}` },
			}
		},
	}
}

/** A row whose value has a line of its own. */
export const longRow = (label: string, value: string): MailRow => ({ label, value, isLong: true })

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
	/** A small line at the foot. */
	readonly foot?: string
	/**
	 * Ends mails of this kind: a link to a page with a button, and the address that a mail program calls at the press of
	 * its own button (RFC 8058).
	 */
	readonly stop?: { readonly label: string; readonly href: string; readonly post: string }
	/** Sent to staff; all others are for customers. */
	readonly isForStaff?: boolean
}

export interface RenderedMail {
	readonly subject: string
	readonly text: string
	readonly html: string
	/** Besides those of every mail. */
	readonly headers?: Readonly<Record<string, string>>
}

const longDay = new Intl.DateTimeFormat('es-CL', { timeZone, dateStyle: 'long' })
const moment = new Intl.DateTimeFormat('es-CL', {
	timeZone,
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	hour: '2-digit',
	minute: '2-digit',
	hourCycle: 'h23',
})

const time = new Intl.DateTimeFormat('es-CL', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export const formatTime = (iso: string): string => time.format(new Date(iso))

/** A day in Santiago: `20 de noviembre de 2026`. */
export const formatDay = (iso: string): string => longDay.format(new Date(iso))

/** A time in Santiago, without its year: `domingo 22 de noviembre a las 12:05`. */
export function formatMoment(iso: string): string {
	const parts = Object.fromEntries(moment.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
	return `${parts.weekday} ${parts.day} de ${parts.month} a las ${parts.hour}:${parts.minute}`
}
