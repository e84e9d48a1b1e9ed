import { z } from 'zod'
import { formatClp } from '#core/rules/money.ts'
import { isGatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { formatMoment, type MailSection, type MailShop } from '#core/server/mail/define-mail.ts'
import { estados } from '#modules/orders/estado.ts'
import { transferReservationHours } from '#modules/orders/hold-times.ts'
import { dineros, inDisputeText, returnedByBankText } from '#modules/orders/order-money.ts'
import { refusedProofText } from '#modules/orders/refused-proof.ts'
import { consumerRights, orderMail } from '#modules/orders/server/mail-data.ts'
import {
	bankSection,
	deliverySection,
	handOver,
	heldUntil,
	linesSection,
	type OrderData,
	orderData,
	orderSection,
	paymentSections,
} from './mail-data.ts'

interface NextStep {
	readonly text: string
	readonly button: string
	readonly sections: readonly MailSection[]
}

/** The customer's next step after ordering, by payment method. */
function stepAfterOrdering(order: OrderData, shop: MailShop): NextStep {
	const total = formatClp(order.total)
	const common = { button: 'Ver mi pedido', sections: [] }
	if (order.total === 0) return { ...common, text: `No tienes nada que pagar. ${handOver(order, shop)}` }
	if (order.metodo_pago === 'efectivo') {
		const when = order.tipo_entrega === 'retiro' ? 'al retirarlo' : 'al recibirlo'
		const held = order.expires_at ? `Te lo reservamos${heldUntil(order)}. ` : ''
		return { ...common, text: `Pagas ${total} en efectivo ${when}. ${held}${handOver(order, shop)}` }
	}
	if (order.metodo_pago === 'transferencia') {
		return {
			text: `Tienes ${transferReservationHours} horas para transferir ${total} y subir tu comprobante: te lo reservamos${heldUntil(order)}. Abajo están los datos.`,
			button: 'Subir comprobante',
			sections: [bankSection(order, shop)],
		}
	}
	const method = metodoPagoText[order.metodo_pago]
	return {
		text: `Si todavía no pagas los ${total}, termina con ${method} desde el botón: te lo reservamos${heldUntil(order)}. Si ya pagaste, te confirmaremos el pago en otro correo.`,
		button: 'Ver y pagar mi pedido',
		sections: [],
	}
}

/** `motivo` may be empty. `por_cliente`: the customer cancelled it. Amounts in CLP, as in `OrderMoney`. */
const cancelledData = orderData.extend({
	motivo: z.string(),
	por_cliente: z.boolean().default(false),
	por_devolver: z.int().min(0),
	dinero: z.enum(dineros).optional(),
	devuelto_por_banco: z.int().default(0),
})

/** The state of a cancelled order's money. */
function moneyOfCancelled(order: z.output<typeof cancelledData>, { tienda }: MailShop): string {
	const { por_devolver, metodo_pago, dinero, devuelto_por_banco } = order
	if (dinero === 'en_disputa') return inDisputeText
	if (por_devolver > 0) {
		return `Te devolveremos ${formatClp(por_devolver)} por el mismo medio con que pagaste (${metodoPagoText[metodo_pago]}). Te avisaremos cuando la devolución vaya en camino.`
	}
	if (devuelto_por_banco > 0) return `No tienes nada que pagar. ${returnedByBankText(devuelto_por_banco)}`
	return `No tienes nada que pagar. Si alcanzaste a pagar y todavía no recibes tu dinero, escríbenos a ${tienda.correo} con tu número de orden (${order.nro_orden}) y te lo devolvemos.`
}

const resumedData = orderData.extend({ estado: z.enum(estados) })

function stepAfterResuming(order: z.output<typeof resumedData>, shop: MailShop): string {
	if (order.estado === 'completado') return 'No tienes que hacer nada más.'
	if (order.estado === 'pagada') return `Tu pago sigue en pie. ${handOver(order, shop)}`
	if (order.metodo_pago === 'efectivo') return `Lo pagas al recibirlo. ${handOver(order, shop)}`
	if (order.estado === 'en_revision') return 'Estamos revisando tu pago y te avisaremos por correo.'
	return isGatewayMethod(order.metodo_pago)
		? 'Falta el pago: puedes hacerlo desde la página de tu pedido.'
		: 'Falta tu transferencia: haz el pago y sube el comprobante en la página de tu pedido.'
}

const endedData = orderData.extend({ causa: z.enum(['vencida', 'revision_vencida']) })

/** Why an unpaid order expired, and the next step of a customer who paid it or still wants it. */
function textsOfEnded(order: z.output<typeof endedData>, { tienda }: MailShop): readonly string[] {
	const { metodo_pago, causa, total, nro_orden } = order
	const write = `escríbenos a ${tienda.correo} con tu número de orden (${nro_orden})`
	if (causa === 'revision_vencida') {
		return [
			`Recibimos tu comprobante por ${formatClp(total)}, pero todavía no encontramos la transferencia en nuestro banco. Por ahora liberamos las unidades que te guardábamos.`,
			`Si transferiste, no pierdes nada: ${write} y, si puedes, el comprobante que te envió tu banco. Apenas lo confirmemos preparamos tu pedido; si ya no queda stock, tú eliges entre esperar, otro color o tu dinero de vuelta.`,
			'Si no alcanzaste a transferir, no tienes que hacer nada.',
		]
	}
	if (metodo_pago === 'transferencia') {
		return [
			'No recibimos el comprobante de tu transferencia dentro del plazo, así que liberamos las unidades que te guardábamos.',
			'Si ya transferiste, no pierdes nada: sube el comprobante desde el botón y lo revisamos. Si cambiaste de idea, no tienes que hacer nada.',
		]
	}
	return [
		'Pasó el plazo para entregarte y cobrarte este pedido, así que liberamos las unidades que te guardábamos. No te cobramos nada.',
		`¿Todavía lo quieres? Haz un pedido nuevo cuando gustes, o ${write} y lo vemos contigo.`,
	]
}

const upload = { label: 'Subir comprobante' }

/** Mails about an order and its payment, to its customer. */
export const orderMails = {
	/** The written confirmation that consumer law requires (Ley 19.496), and what to do next. */
	orden_recibida: orderMail({
		data: orderData,
		mayBeHeldBack: true,
		text(order, shop) {
			const { text, button, sections } = stepAfterOrdering(order, shop)
			return {
				subject: 'Recibimos tu pedido',
				preview: `${formatClp(order.total)} · ${text}`,
				title: 'Ya tenemos tu pedido',
				paragraphs: ['Gracias por elegir Premium Shaker.', text],
				button: { label: button },
				sections: [
					...sections,
					orderSection(order),
					deliverySection(order, shop),
					consumerRights(shop, order.nro_orden),
				],
			}
		},
	}),

	/** `entregado`: the customer has the order already. */
	pago_confirmado: orderMail({
		data: orderData.extend({ entregado: z.boolean().default(false) }),
		text(order, shop) {
			// Staff may have lowered the total to 0.
			const paid =
				order.total === 0
					? 'Recibimos tu pedido y no tienes que pagar nada.'
					: `Recibimos tu pago de ${formatClp(order.total)} (${metodoPagoText[order.metodo_pago]}).`
			const text = `${paid} ${order.entregado ? 'Gracias por tu compra.' : handOver(order, shop)}`
			return {
				subject: 'Tu pago está confirmado',
				preview: text,
				title: 'Tu pago está confirmado',
				paragraphs: [text],
				sections: [
					...paymentSections(order),
					orderSection(order),
					deliverySection(order, shop),
					consumerRights(shop, order.nro_orden),
				],
			}
		},
	}),

	comprobante_recibido: orderMail({
		data: orderData,
		mayBeHeldBack: true,
		text(order, shop) {
			const next = 'Lo revisaremos y te avisaremos por correo apenas esté confirmado.'
			return {
				subject: 'Recibimos tu comprobante',
				preview: next,
				title: 'Recibimos tu comprobante',
				paragraphs: [
					`Ya tenemos el comprobante de tu transferencia por ${formatClp(order.total)}. ${next} No tienes que hacer nada más.`,
				],
				sections: [orderSection(order), deliverySection(order, shop)],
			}
		},
	}),

	/** `motivo`: why staff refused the proof, in their words. */
	comprobante_rechazado: orderMail({
		data: orderData.extend({ motivo: z.string() }),
		text(order, shop) {
			const text = refusedProofText(order.motivo)
			return {
				subject: 'Necesitamos otro comprobante',
				preview: text,
				title: 'Necesitamos otro comprobante',
				paragraphs: [
					text,
					`Te guardamos tu pedido${heldUntil(order)}. Si ya transferiste el monto completo, no hace falta hacerlo de nuevo: basta con el comprobante.`,
				],
				button: upload,
				sections: [bankSection(order, shop), linesSection(order)],
			}
		},
	}),

	/** Sent when half of a transfer's time is over and its proof is missing. */
	recordatorio_transferencia: orderMail({
		data: orderData,
		mayBeHeldBack: true,
		text: (order, shop) => ({
			subject: 'Falta tu comprobante',
			preview: `Te reservamos tu pedido${heldUntil(order)}.`,
			title: 'Tu pedido te espera',
			paragraphs: [
				`Te reservamos tu pedido${heldUntil(order)}; después lo liberamos. Falta tu transferencia de ${formatClp(order.total)} y su comprobante.`,
				'Si ya transferiste, solo sube el comprobante. Si cambiaste de idea, no tienes que hacer nada.',
			],
			button: upload,
			sections: [bankSection(order, shop), linesSection(order)],
		}),
	}),

	orden_cancelada: orderMail({
		data: cancelledData,
		mayBeHeldBack: true,
		text(order, shop) {
			const money = moneyOfCancelled(order, shop)
			const end = order.tipo_entrega === 'retiro' ? 'ya no podrás retirarlo' : 'ya no lo despacharemos'
			const title = order.por_cliente ? 'Cancelaste tu pedido' : 'Cancelamos tu pedido'
			return {
				subject: title,
				preview: money,
				title,
				paragraphs: [
					order.por_cliente
						? `Cancelaste tu pedido N° ${order.nro_orden} y ${end}. Si todavía lo quieres, haz uno nuevo cuando gustes.`
						: `Tu pedido N° ${order.nro_orden} fue cancelado y ${end}.`,
					...(order.motivo === '' ? [] : [`Motivo: ${order.motivo}`]),
					money,
				],
				sections: [orderSection(order)],
			}
		},
	}),

	/** An order whose cancellation was mailed goes on after all. */
	orden_sigue: orderMail({
		data: resumedData,
		mayBeHeldBack: true,
		text(order, shop) {
			const next = stepAfterResuming(order, shop)
			const needsTransfer = order.estado === 'pendiente' && order.metodo_pago === 'transferencia'
			return {
				subject: 'Tu pedido sigue en marcha',
				preview: next,
				title: 'Tu pedido sigue en marcha',
				paragraphs: [
					`Antes te escribimos que tu pedido N° ${order.nro_orden} estaba cancelado. Lo retomamos: ya no está cancelado.`,
					next,
				],
				sections: [
					...(needsTransfer ? [bankSection(order, shop)] : []),
					orderSection(order),
					deliverySection(order, shop),
				],
			}
		},
	}),

	/** A gateway order was not paid within its hold and can be paid until `pagable_hasta`. */
	pago_sin_terminar: orderMail({
		data: orderData.extend({ pagable_hasta: z.iso.datetime() }),
		mayBeHeldBack: true,
		mayBeSentAgain: false,
		text(order) {
			const text = `No alcanzaste a pagar; sigue al mismo precio hasta el ${formatMoment(order.pagable_hasta)}, si quedan unidades.`
			return {
				subject: 'Tu pedido te espera',
				preview: text,
				title: 'Tu pedido te espera',
				paragraphs: [text, 'Si cambiaste de idea, no tienes que hacer nada.'],
				button: { label: `Pagar ${formatClp(order.total)}` },
				sections: [linesSection(order)],
			}
		},
	}),

	/** The hold of an unpaid order is over: no payment came, or no transfer was found for its proof. */
	orden_vencida: orderMail({
		data: endedData,
		mayBeSentAgain: false,
		text(order, shop) {
			const texts = textsOfEnded(order, shop)
			return {
				subject: 'Tu pedido ya no está reservado',
				preview: texts[0] ?? '',
				title: 'Tu pedido ya no está reservado',
				paragraphs: texts,
				...(order.metodo_pago === 'transferencia' && order.causa === 'vencida' && { button: upload }),
				sections: [linesSection(order)],
			}
		},
	}),
}
