import type { z } from 'zod'
import { type PanelPlace, panelQuery } from '#core/rules/panel-query.ts'
import { splitName } from '#core/rules/person-name.ts'
import type { MailContent, MailRow, MailSection, MailShop } from '#core/server/mail/mail-content.ts'

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
