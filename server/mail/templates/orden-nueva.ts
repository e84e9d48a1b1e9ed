import { formatClp } from '#domain/money.ts'
import { metodoPagoText } from '#domain/orders/metodo-pago.ts'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { customerSection, deliverySection, orderData, orderSection } from './order-data.ts'

const newOrderData = orderData.extend({ por_cobrar: orderData.shape.total })

/** A new order that is paid, or is paid in cash when it is handed over. To staff, once an order. */
export function newOrder(datos: unknown, shop: MailShop): MailContent {
	const { por_cobrar, ...order } = newOrderData.parse(datos)
	const { nro_orden, total, metodo_pago, tipo_entrega } = order
	const isPickup = tipo_entrega === 'retiro'
	const paid =
		total === 0 ? 'No hay nada que cobrar.' : `Está pagado: ${formatClp(total)} (${metodoPagoText[metodo_pago]}).`
	const due = `Se cobra al ${isPickup ? 'retirarlo' : 'entregarlo'}: ${formatClp(por_cobrar)} en efectivo.`
	const what = por_cobrar > 0 ? due : paid
	return {
		subject: `Nuevo pedido ${nro_orden} · ${formatClp(total)} · ${tipo_entrega}`,
		preview: what,
		colors: [],
		title: `Nuevo pedido ${nro_orden}`,
		paragraphs: [what, isPickup ? 'El cliente lo retira en el metro.' : 'Hay que llevarlo a su dirección.'],
		isForStaff: true,
		button: { label: 'Abrir la orden', href: `${shop.publicUrl}/perfil?${panelQuery({ orden: order.orden_id })}` },
		sections: [orderSection(order), customerSection(order), deliverySection(order, shop)],
	}
}
