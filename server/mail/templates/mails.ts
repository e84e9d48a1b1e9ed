import { z } from 'zod'
import type { MailTemplate } from '#domain/mail/mail-templates.ts'
import type { MailContent, MailShop, RenderedMail } from '#server/mail/mail-content.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { accountMails } from './account-mails.ts'
import type { MailDefinition } from './define-mail.ts'
import { deliveryMails } from './delivery-mails.ts'
import { orderMails } from './order-mails.ts'
import { refundMails } from './refund-mails.ts'
import { rightsChanged } from './rights-mail.ts'
import { staffMails } from './staff-mails.ts'

/** Every mail of the shop. */
const mails: Readonly<Record<MailTemplate, MailDefinition>> = {
	...orderMails,
	...refundMails,
	...deliveryMails,
	...accountMails,
	...staffMails,
	derechos_cambiados: rightsChanged,
}

/** Whether a stored mail went to the customer of an order that is not anonymized, so that staff may resend it. */
export const isForCustomer = (mail: { readonly plantilla: MailTemplate; readonly destinatario: string }): boolean =>
	knowsTemplate(mail.plantilla) && mails[mail.plantilla].mayBeSentAgain && mail.destinatario !== ''

/** Whether the mail is held back from an unproved address: an order could trigger it for any address. */
export const mayBeHeldBack = (plantilla: MailTemplate): boolean => mails[plantilla].mayBeHeldBack

/** Whether this version has the template; a newer one may have inserted its mail. */
export const knowsTemplate = (plantilla: string): boolean => Object.hasOwn(mails, plantilla)

/** Renders one mail. Throws a ZodError for incomplete data. */
export function renderTemplate(plantilla: MailTemplate, datos: unknown, shop: MailShop): RenderedMail {
	return renderMail(contentOf(plantilla, datos, shop), shop)
}

function contentOf(plantilla: MailTemplate, datos: unknown, shop: MailShop): MailContent {
	return mails[plantilla].write(datos, shop)
}

const orderOfMail = z.looseObject({ orden_id: z.uuid(), direccion: z.string(), direccion_mapa: z.string().default('') })

/** Renders a mail to an unproved address, without typed text. Throws as `renderTemplate` does. */
export function renderForUnproved(plantilla: MailTemplate, datos: unknown, shop: MailShop): RenderedMail {
	const order = orderOfMail.safeParse(datos)
	if (!order.success) return renderTemplate(plantilla, datos, shop)
	const content = contentOf(plantilla, { ...order.data, direccion: order.data.direccion_mapa }, shop)
	if (content.isForStaff) return renderTemplate(plantilla, datos, shop)
	const ask =
		'Si el pedido es tuyo, ábrelo con el botón: así sabremos que este correo te llega. Si no lo hiciste tú, no hagas nada: alguien escribió tu correo por error.'
	return renderMail({ ...content, paragraphs: [...content.paragraphs, ask] }, shop)
}
