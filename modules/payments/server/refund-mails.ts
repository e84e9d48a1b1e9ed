import { z } from 'zod'
import { formatClp } from '#core/rules/money.ts'
import { gatewayMethods, metodoPagoText } from '#core/rules/payment-methods.ts'
import { formatMoment, type MailSection } from '#core/server/mail/define-mail.ts'
import { linesSection, type OrderData, orderData, orderMail } from '#modules/orders/server/mail-data.ts'

/** `monto`: CLP refunded, which may be less than the total. */
const refundData = orderData.extend({
	monto: z.int().positive(),
	por_transferencia: z.boolean().default(false),
	en_efectivo: z.boolean().default(false),
})

/** The way of the refund, in a sentence, and in the preview line of an inbox. */
function wayOf({ por_transferencia, en_efectivo, metodo_pago }: z.output<typeof refundData>) {
	if (en_efectivo) {
		const text = 'Te devolvimos el dinero en efectivo.'
		return { text, preview: text }
	}
	const delay = 'Según tu banco o tarjeta, puede tardar unos días en aparecer.'
	if (por_transferencia) {
		const text = 'Te transferimos el dinero a tu cuenta.'
		return { text: `${text} ${delay}`, preview: text }
	}
	const method = metodoPagoText[metodo_pago]
	return {
		text: `La devolución va en camino al mismo medio con que pagaste (${method}). ${delay}`,
		preview: `La devolución va en camino a tu medio de pago (${method}).`,
	}
}

function refundSection(order: OrderData, label: string, amount: string): MailSection {
	const { title, rows = [] } = linesSection(order)
	const total = { label: 'Total del pedido', value: formatClp(order.total) }
	return { title, rows: [...rows, total, { label, value: amount, isTotal: true }] }
}

export const refundMails = {
	devolucion_hecha: orderMail({
		data: refundData,
		text(order) {
			const amount = formatClp(order.monto)
			const { text, preview } = wayOf(order)
			return {
				subject: `Te devolvimos ${amount}`,
				preview,
				title: `Te devolvimos ${amount}`,
				paragraphs: [text],
				sections: [refundSection(order, 'Devuelto', amount)],
			}
		},
	}),

	/** The gateway waits for the customer to accept a refund; sent again before the refund lapses. */
	devolucion_por_aceptar: orderMail({
		data: orderData.extend({
			monto: z.int().positive(),
			aceptar_hasta: z.iso.datetime(),
			gateway: z.enum(gatewayMethods),
			recordatorio: z.boolean(),
		}),
		text(order) {
			const amount = formatClp(order.monto)
			const gateway = metodoPagoText[order.gateway]
			const until = formatMoment(order.aceptar_hasta)
			const title = order.recordatorio
				? `Te quedan dos días para aceptar tu devolución de ${amount}`
				: `Acepta tu devolución de ${amount}`
			return {
				subject: title,
				preview: `${gateway} te envió un correo: acéptala antes del ${until}.`,
				title,
				paragraphs: [
					`Pedimos a ${gateway} que te devuelva ${amount}. Para recibirlos, busca el correo que te envió ${gateway} y acepta la devolución.`,
					`Hazlo antes del ${until}. Si nadie la acepta, el dinero vuelve a la tienda y habrá que hacerla otra vez. Si no encuentras ese correo, mira en tus correos no deseados o responde a este.`,
				],
				sections: [refundSection(order, 'Por devolver', amount)],
			}
		},
	}),
}
