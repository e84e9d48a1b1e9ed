import { z } from 'zod'
import type { MailTemplate } from '#core/rules/mail-templates.ts'
import type { MailDefinition } from '#core/server/mail/define-mail.ts'
import type { MailContent, MailShop, RenderedMail } from '#core/server/mail/mail-content.ts'
import { accountMails } from '#modules/accounts/server/account-mails.ts'
import { rightsChanged } from '#modules/legal/server/rights-mail.ts'
import { orderMails } from '#modules/orders/server/mail-templates.ts'
import { refundMails } from '#modules/payments/server/refund-mails.ts'
import { deliveryMails } from '#modules/rounds/server/delivery-mails.ts'
import { staffMails } from '#modules/staff/server/staff-mails.ts'
import { renderMail } from '#shop/server/mail/render-mail.ts'

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
