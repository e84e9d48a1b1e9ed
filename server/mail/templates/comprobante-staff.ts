import { formatClp } from '#domain/money.ts'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { customerSection, deliverySection, orderData, orderSection } from './order-data.ts'

export function proofForStaff(datos: unknown, shop: MailShop): MailContent {
	const order = orderData.parse(datos)
	const total = formatClp(order.total)
	return {
		subject: `Comprobante por revisar · Orden N° ${order.nro_orden}`,
		preview: `Un cliente dice haber transferido ${total}.`,
		colors: [],
		title: 'Hay un comprobante por revisar',
		paragraphs: [
			`Un cliente subió el comprobante de una transferencia por ${total}. Busca en la cuenta un abono por ese monto exacto, con el comentario «Orden ${order.nro_orden}».`,
			'Si el abono está, marca la orden como pagada. La imagen sola no prueba el pago.',
		],
		isForStaff: true,
		button: { label: 'Abrir el panel', href: `${shop.publicUrl}/perfil?${panelQuery({ orden: order.orden_id })}` },
		sections: [orderSection(order), customerSection(order), deliverySection(order, shop)],
	}
}
