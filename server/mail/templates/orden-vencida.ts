import { z } from 'zod'
import { formatClp } from '#domain/money.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'
import { colorsOf, lineRows, type OrderData, orderData } from './order-data.ts'

const endedData = orderData.extend({ causa: z.enum(['vencida', 'revision_vencida']) })
type EndedOrder = z.infer<typeof endedData>

/** Why it ended, and what who paid all the same, or still wants it, does now. */
function whatNow({ metodo_pago, causa, total, nro_orden }: EndedOrder, { tienda }: MailShop): readonly string[] {
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

const buttonOf = ({ metodo_pago, causa }: EndedOrder) =>
	metodo_pago === 'transferencia' && causa === 'vencida' ? 'Subir comprobante' : 'Ver mi pedido'

/** The time of an unpaid order is over: nobody paid it, or nobody could find its transfer. */
export function orderEnded(datos: unknown, shop: MailShop): MailContent {
	const order = endedData.parse(datos)
	const [first = '', ...more] = whatNow(order, shop)
	return {
		subject: `Tu pedido ya no está reservado · Orden N° ${order.nro_orden}`,
		preview: first,
		colors: colorsOf(order satisfies OrderData),
		title: 'Tu pedido ya no está reservado',
		paragraphs: [`${greeting(order.nombre)} ${first}`, ...more],
		button: { label: buttonOf(order), href: shop.orderLink(order.orden_id) },
		sections: [{ title: `Orden N° ${order.nro_orden}`, rows: lineRows(order) }],
	}
}
