import { z } from 'zod'
import { caseReasons } from '#domain/orders/case-reasons.ts'
import { caseTextOf } from '#domain/staff/case-text.ts'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { customerSection, deliverySection, orderData, orderSection } from './order-data.ts'

const caseData = orderData.extend({ motivo: z.enum(caseReasons) })

/** An order needs a person. To staff. */
export function staffCase(datos: unknown, shop: MailShop): MailContent {
	const { motivo, ...order } = caseData.parse(datos)
	const { title, what, todo } = caseTextOf(motivo)
	return {
		subject: `${title} · Orden N° ${order.nro_orden}`,
		preview: what,
		colors: [],
		title,
		paragraphs: [what, todo],
		isForStaff: true,
		button: { label: 'Abrir el panel', href: `${shop.publicUrl}/perfil?${panelQuery({ orden: order.orden_id })}` },
		sections: [orderSection(order), customerSection(order), deliverySection(order, shop)],
	}
}
