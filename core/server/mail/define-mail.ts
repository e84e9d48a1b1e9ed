import type { z } from 'zod'
import { type PanelPlace, panelQuery } from '#core/rules/panel-query.ts'
import type { MailContent, MailSection, MailShop } from '#core/server/mail/mail-content.ts'
import type { Color } from '#modules/catalog/colors.ts'
import { colorsOf, greeting, type OrderData } from '#modules/orders/server/mail-data.ts'

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

interface OrderText {
	/** Without the order's number, which follows it. */
	readonly subject: string
	readonly preview: string
	readonly title: string
	/** The first begins after the greeting. */
	readonly paragraphs: readonly string[]
	/** "Ver mi pedido" by default. */
	readonly button?: { readonly label: string; readonly href?: string }
	readonly sections: readonly MailSection[]
}

interface OrderMail<Data extends OrderData> {
	readonly data: z.ZodType<Data>
	/** False by default. */
	readonly mayBeHeldBack?: boolean
	/** True by default. */
	readonly mayBeSentAgain?: boolean
	readonly text: (order: Data, shop: MailShop) => OrderText
}

/** A mail to an order's customer. */
export function orderMail<Data extends OrderData>(mail: OrderMail<Data>): MailDefinition {
	const { data, mayBeHeldBack = false, mayBeSentAgain = true, text } = mail
	return {
		mayBeSentAgain,
		mayBeHeldBack,
		write(datos, shop) {
			const order = data.parse(datos)
			const { subject, paragraphs, button, ...rest } = text(order, shop)
			const [first = '', ...more] = paragraphs
			return {
				...rest,
				subject: `${subject} · Orden N° ${order.nro_orden}`,
				colors: colorsOf(order),
				paragraphs: [`${greeting(order.nombre)} ${first}`, ...more],
				button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id), ...button },
			}
		},
	}
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
	readonly colors?: readonly Color[]
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
