import { whatsappAddress } from '#core/rules/whatsapp.ts'
import type { MailContent, MailRow, MailShop, RenderedMail } from '#core/server/mail/mail-content.ts'
import { renderHtml } from '#core/server/mail/render-html.ts'

/** Renders a mail as HTML and as plain text. The subject becomes one line. */
export function renderMail(content: MailContent, shop: MailShop): RenderedMail {
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
