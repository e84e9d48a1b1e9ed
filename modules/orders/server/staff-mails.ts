import { z } from 'zod'
import { caseReasons } from '#core/rules/audit-actions.ts'
import { formatClp } from '#core/rules/money.ts'
import { metodoPagoText, metodosPago } from '#core/rules/payment-methods.ts'
import { formatMoment, type MailRow, type MailShop, staffMail } from '#core/server/mail/define-mail.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { caseTextOf } from '#modules/orders/case-text.ts'
import {
	customerSection,
	deliverySection,
	type OrderData,
	orderData,
	orderSection,
} from '#modules/orders/server/mail-data.ts'

/** The common parts of mails to staff about one order. */
const aboutOrder = (order: OrderData, shop: MailShop) => ({
	place: { orden: order.orden_id },
	sections: [orderSection(order), customerSection(order), deliverySection(order, shop)],
})

const pesos = z.int().min(0)
const salesData = z.object({
	cuantos: z.int().min(1),
	total: pesos,
	pedidos: z
		.array(
			z.object({
				nro_orden: z.int(),
				total: pesos,
				metodo_pago: z.enum(metodosPago),
				tipo_entrega: z.enum(tiposEntrega),
				estado: z.string(),
			}),
		)
		.min(1),
})

function saleRow(sale: z.output<typeof salesData>['pedidos'][number]): MailRow {
	const { nro_orden, total, metodo_pago, tipo_entrega, estado } = sale
	const note = [metodoPagoText[metodo_pago], ...(estado === 'pendiente' ? ['por cobrar'] : []), tipo_entrega]
	return { label: `Pedido ${nro_orden}`, value: formatClp(total), note: note.join(' · ') }
}

/** Mails about orders, to all staff. */
export const staffOrderMails = {
	comprobante_staff: staffMail(orderData, (order, shop) => {
		const total = formatClp(order.total)
		return {
			...aboutOrder(order, shop),
			subject: `Comprobante por revisar · Orden N° ${order.nro_orden}`,
			preview: `Un cliente dice haber transferido ${total}.`,
			title: 'Hay un comprobante por revisar',
			paragraphs: [
				`Un cliente subió el comprobante de una transferencia por ${total}. Busca en la cuenta un abono por ese monto exacto, con el comentario «Orden ${order.nro_orden}».`,
				'Si el abono está, marca la orden como pagada. La imagen sola no prueba el pago.',
			],
		}
	}),

	caso_staff: staffMail(orderData.extend({ motivo: z.enum(caseReasons) }), ({ motivo, ...order }, shop) => {
		const { title, what, todo } = caseTextOf(motivo)
		const subject = `${title} · Orden N° ${order.nro_orden}`
		return { ...aboutOrder(order, shop), subject, title, paragraphs: [what, todo] }
	}),

	/** A new order that is paid, or a cash order. `por_cobrar`: CLP to collect. */
	orden_nueva: staffMail(orderData.extend({ por_cobrar: pesos }), ({ por_cobrar, ...order }, shop) => {
		const { nro_orden, total, metodo_pago, tipo_entrega } = order
		const isPickup = tipo_entrega === 'retiro'
		const paid =
			total === 0 ? 'No hay nada que cobrar.' : `Está pagado: ${formatClp(total)} (${metodoPagoText[metodo_pago]}).`
		const due = `Se cobra al ${isPickup ? 'retirarlo' : 'entregarlo'}: ${formatClp(por_cobrar)} en efectivo.`
		return {
			...aboutOrder(order, shop),
			subject: `Nuevo pedido ${nro_orden} · ${formatClp(total)} · ${tipo_entrega}`,
			title: `Nuevo pedido ${nro_orden}`,
			paragraphs: [
				por_cobrar > 0 ? due : paid,
				isPickup ? 'El cliente lo retira en el metro.' : 'Hay que llevarlo a su dirección.',
			],
			button: 'Abrir la orden',
		}
	}),

	/** An order that only staff can settle expires soon. */
	orden_por_vencer: staffMail(orderData, (order, shop) => {
		const until = order.expires_at ? ` el ${formatMoment(order.expires_at)}` : ' pronto'
		const isTransfer = order.metodo_pago === 'transferencia'
		const title = isTransfer ? 'Falta confirmar una transferencia' : 'Falta entregar un pedido en efectivo'
		const paragraphs = isTransfer
			? [
					`El cliente subió su comprobante por ${formatClp(order.total)} y nadie lo confirma todavía. Si sigue así, sus unidades vuelven al stock${until} y la orden queda como caso.`,
					'Busca el abono en el banco. Si llegó, confirma la transferencia; si no, cancela la orden.',
				]
			: [
					`El pedido sigue sin entregar. Si sigue así, sus unidades vuelven al stock${until} y el cliente recibe un correo.`,
					'Si ya lo entregaste, márcalo como entregado. Si necesitas más días, vuelve a poner la orden en «Pendiente»: así espera sin plazo.',
				]
		const subject = `${title} · Orden N° ${order.nro_orden}`
		return { ...aboutOrder(order, shop), subject, title, paragraphs, button: 'Abrir la orden' }
	}),

	/** The new orders since the last summary; at most once a day. */
	resumen_pedidos: staffMail(salesData, ({ cuantos, total, pedidos }) => {
		const title = cuantos === 1 ? '1 pedido nuevo' : `${cuantos} pedidos nuevos`
		const others = cuantos - pedidos.length
		return {
			subject: `${title} · ${formatClp(total)}`,
			preview: `En total, ${formatClp(total)}`,
			title,
			paragraphs: ['Son los pedidos pagados o por cobrar al entregarlos desde el resumen anterior.'],
			place: { seccion: 'ordenes' },
			button: 'Ver las órdenes',
			sections: [
				{
					title: 'Pedidos nuevos',
					rows: [...pedidos.map(saleRow), { label: 'Total', value: formatClp(total), isTotal: true }],
					...(others > 0 && { paragraphs: [`Y ${others} más, que están en el panel.`] }),
				},
			],
		}
	}),
}
