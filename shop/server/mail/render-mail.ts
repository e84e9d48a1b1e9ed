import { z } from 'zod'
import type { MailTemplate } from '#core/rules/mail-templates.ts'
import { whatsappAddress } from '#core/rules/whatsapp.ts'
import type { MailContent, MailRow, MailShop, RenderedMail } from '#core/server/mail/mail-content.ts'
import { mailOf } from '#modules/mails.ts'
import { renderHtml } from '#shop/server/mail/render-html.ts'

/** Renders one mail. Throws a ZodError for incomplete data. */
export function renderTemplate(plantilla: MailTemplate, datos: unknown, shop: MailShop): RenderedMail {
	return renderMail(contentOf(plantilla, datos, shop), shop)
}

function contentOf(plantilla: MailTemplate, datos: unknown, shop: MailShop): MailContent {
	const mail = mailOf(plantilla)
	if (!mail) throw new Error(`no template ${plantilla}`)
	return mail.write(datos, shop)
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

/** Renders a mail as HTML and as plain text. The subject becomes one line. */
function renderMail(content: MailContent, shop: MailShop): RenderedMail {
	const subject = content.subject.replace(/[\s\p{Cc}]+/gu, ' ').trim()
	return { subject, text: renderText(content, shop), html: String(renderHtml({ ...content, subject }, shop)) }
}

function renderText({ title, paragraphs, button, sections, isForStaff }: MailContent, { tienda }: MailShop): string {
	const parts = [title.toUpperCase(), ...paragraphs, `${button.label}:\n${button.href}`]
	for (const section of sections) {
		const lines = [...(section.rows ?? []).map(textOfRow), ...(section.paragraphs ?? [])]
		parts.push([section.title.toUpperCase(), ...lines].join('\n'))
	}
	const whatsapp = whatsappAddress(tienda.telefono)
	const seller = [
		`${tienda.razon_social} · RUT ${tienda.rut}`,
		tienda.direccion,
		`${tienda.correo} · ${tienda.telefono}`,
		...(whatsapp && !isForStaff ? [`WhatsApp: ${whatsapp}`] : []),
	]
	return `${[...parts, ['--', 'Premium Shaker', ...seller].join('\n')].join('\n\n')}\n`
}

const textOfRow = ({ label, value, note }: MailRow) => `${label}${note ? ` (${note})` : ''}: ${value}`
