import { formatClp } from '#domain/money.ts'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { formatMoment } from '#server/mail/spanish-dates.ts'
import { customerSection, deliverySection, orderData, orderSection } from './order-data.ts'

/** An order that staff alone can settle is near its end: its proof is not confirmed, or its cash not had. To staff. */
export function orderEnding(datos: unknown, shop: MailShop): MailContent {
	const order = orderData.parse(datos)
	const until = order.expires_at ? ` el ${formatMoment(order.expires_at)}` : ' pronto'
	const isTransfer = order.metodo_pago === 'transferencia'
	const title = isTransfer ? 'Falta confirmar una transferencia' : 'Falta entregar un pedido en efectivo'
	const what = isTransfer
		? `El cliente subió su comprobante por ${formatClp(order.total)} y nadie lo confirma todavía. Si sigue así, sus unidades vuelven al stock${until} y la orden queda como caso.`
		: `El pedido sigue sin entregar. Si sigue así, sus unidades vuelven al stock${until} y el cliente recibe un correo.`
	const todo = isTransfer
		? 'Busca el abono en el banco. Si llegó, confirma la transferencia; si no, cancela la orden.'
		: 'Si ya lo entregaste, márcalo como entregado. Si necesitas más días, vuelve a poner la orden en «Pendiente»: así espera sin plazo.'
	return {
		subject: `${title} · Orden N° ${order.nro_orden}`,
		preview: what,
		colors: [],
		title,
		paragraphs: [what, todo],
		isForStaff: true,
		button: { label: 'Abrir la orden', href: `${shop.publicUrl}/perfil?${panelQuery({ orden: order.orden_id })}` },
		sections: [orderSection(order), customerSection(order), deliverySection(order, shop)],
	}
}
