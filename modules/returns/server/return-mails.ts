import { z } from 'zod'
import type { Transaction } from '#core/server/db/database.ts'
import { staffMail } from '#core/server/mail/define-mail.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import { weekdayText } from '#modules/orders/arrival.ts'
import { linesSection, orderData, orderMail } from '#modules/orders/server/mail-data.ts'
import { orderMailData } from '#modules/orders/server/order-mails.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { ownReturnAnswer } from '#modules/returns/order-shapes.ts'
import { remedies, returnKinds } from '#modules/returns/return-rules.ts'
import { kindText, nextText, remedyText, unitsText } from '#modules/returns/return-text.ts'
import { placeOf, readReturns, shownToCustomer } from '#modules/returns/server/read-returns.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** The return as it was then, and where it is handed back. */
const returnData = orderData.extend({
	retorno: ownReturnAnswer,
	lugar: z.object({ donde: z.string(), envio_retracto: z.enum(['cliente', 'tienda']) }),
})

const texts = {
	retorno_pedido: { title: 'Recibimos tu aviso', first: (units: string) => `Nos avisaste que devuelves ${units}.` },
	retorno_recibido: { title: 'Ya tenemos lo que devolviste', first: (units: string) => `Recibimos ${units}.` },
} as const

const ofReturn = (plantilla: keyof typeof texts) =>
	orderMail({
		data: returnData,
		text(order, shop) {
			const { title, first } = texts[plantilla]
			const { retorno, lugar } = order
			const units = retorno.lineas.map(({ color, cantidad, recibida }) => ({ color, cantidad: recibida ?? cantidad }))
			const next = nextText(retorno, lugar)
			return {
				subject: title,
				preview: next,
				title,
				paragraphs: [
					first(unitsText(units.filter(({ cantidad }) => cantidad > 0))),
					next,
					`¿Dudas, o no fuiste tú? Escríbenos a ${shop.tienda.correo} con tu número de orden.`,
				],
				sections: [linesSection(order)],
			}
		},
	})

/** Mails about returns: to the customer at each step, and to staff about a new one. */
export const returnMails = {
	retorno_pedido: ofReturn('retorno_pedido'),
	retorno_recibido: ofReturn('retorno_recibido'),

	/** `retorno`: closed, or annulled with the reason of staff. */
	retorno_terminado: orderMail({
		data: returnData,
		text({ retorno, lugar, ...order }, shop) {
			const next = nextText(retorno, lugar)
			const title = retorno.estado === 'cerrado' ? 'Tu devolución está lista' : 'Tu devolución no siguió'
			return {
				subject: title,
				preview: next,
				title,
				paragraphs: [
					next,
					`Si no quedas conforme, escríbenos a ${shop.tienda.correo}; también puedes acudir al SERNAC.`,
				],
				sections: [linesSection(order)],
			}
		},
	}),

	retorno_staff: staffMail(
		orderData.extend({
			retorno: z.object({
				tipo: z.enum(returnKinds),
				opcion: z.enum(remedies),
				unidades: z.string(),
				dinero_hasta: z.string().nullable(),
			}),
		}),
		({ nro_orden, retorno }) => {
			const { tipo, opcion, unidades, dinero_hasta } = retorno
			const until = dinero_hasta ? ` El dinero vuelve a más tardar el ${weekdayText(dinero_hasta)}.` : ''
			return {
				subject: `Retorno nuevo · Orden N° ${nro_orden}`,
				title: 'Un cliente devuelve un producto',
				paragraphs: [`${kindText[tipo]}: ${unidades} de la orden ${nro_orden}. ${remedyText[opcion]}.${until}`],
				place: { seccion: 'retornos' },
				button: 'Ver los retornos',
			}
		},
	),
}

/** Mails a return's customer about its present state, once per step. An anonymized order has nobody to mail. */
export async function mailReturn(
	deps: MailContext,
	tx: Transaction,
	order: OrderRow,
	returnId: number,
	plantilla: 'retorno_pedido' | 'retorno_recibido' | 'retorno_terminado',
): Promise<void> {
	if (order.email === '') return
	const one = (await readReturns(tx, [order.id]))(order.id).find(({ id }) => id === returnId)
	if (!one) throw new Error(`no return ${returnId}`)
	const lugar = placeOf(await readSettings(tx))
	const datos = { ...(await orderMailData(tx, order)), retorno: shownToCustomer(one), lugar }
	await deps.mail(tx, {
		clave: `${plantilla}:${returnId}`,
		plantilla,
		destinatario: order.email,
		datos,
		orden_id: order.id,
	})
}
