import { z } from 'zod'
import { estados } from '#domain/orders/estado.ts'
import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import {
	bankSection,
	colorsOf,
	deliverySection,
	handOver,
	type OrderData,
	orderData,
	orderSection,
} from './order-data.ts'

const resumedData = orderData.extend({ estado: z.enum(estados) })

/** What comes next for the customer. */
function next(order: OrderData & Pick<z.infer<typeof resumedData>, 'estado'>, shop: MailShop): string {
	if (order.estado === 'completado') return 'No tienes que hacer nada más.'
	if (order.estado === 'pagada') return `Tu pago sigue en pie. ${handOver(order, shop)}`
	if (order.metodo_pago === 'efectivo') return `Lo pagas al recibirlo. ${handOver(order, shop)}`
	if (order.estado === 'en_revision') return 'Estamos revisando tu pago y te avisaremos por correo.'
	return isGatewayMethod(order.metodo_pago)
		? 'Falta el pago: puedes hacerlo desde la página de tu pedido.'
		: 'Falta tu transferencia: haz el pago y sube el comprobante en la página de tu pedido.'
}

/** An order that the customer was told was cancelled goes on after all. */
export function orderResumed(datos: unknown, shop: MailShop): MailContent {
	const order = resumedData.parse(datos)
	const needsTransfer = order.estado === 'pendiente' && order.metodo_pago === 'transferencia'
	return {
		subject: `Tu pedido sigue en marcha · Orden N° ${order.nro_orden}`,
		preview: next(order, shop),
		colors: colorsOf(order),
		title: 'Tu pedido sigue en marcha',
		paragraphs: [
			`${greeting(order.nombre)} Antes te escribimos que tu pedido N° ${order.nro_orden} estaba cancelado. Lo retomamos: ya no está cancelado.`,
			next(order, shop),
		],
		button: { label: 'Ver mi pedido', href: shop.orderLink(order.orden_id) },
		sections: [...(needsTransfer ? [bankSection(order, shop)] : []), orderSection(order), deliverySection(order, shop)],
	}
}
