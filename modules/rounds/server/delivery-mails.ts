import { z } from 'zod'
import { formatClp } from '#core/rules/money.ts'
import { formatMoment, formatTime } from '#core/server/mail/spanish-dates.ts'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import {
	consumerRights,
	deliverySection,
	orderData,
	orderMail,
	orderSection,
} from '#modules/orders/server/mail-data.ts'
import { missedText, nextStepText, pickupCodeText, wasNotVisited } from '#modules/rounds/customer-delivery.ts'
import { motivosNoEntrega, type PasoSiguiente, pasosSiguientes } from '#modules/rounds/delivery-state.ts'

const wishText: Readonly<Record<PasoSiguiente, string>> = {
	otra_ronda: 'Si prefieres,',
	anular: 'Si todavía lo quieres,',
}

/** `por_cobrar`: CLP that the customer pays on handover. */
const cashText = ({ por_cobrar }: { readonly por_cobrar: number }) =>
	por_cobrar > 0 ? [`Al recibirlo pagas ${formatClp(por_cobrar)} en efectivo.`] : []

export const deliveryMails = {
	/** The order is in the car. `cambio`: another hour was sent before. */
	en_camino: orderMail({
		data: orderData.extend({
			desde: z.iso.datetime(),
			hasta: z.iso.datetime(),
			cambio: z.boolean(),
			por_cobrar: z.int().min(0),
		}),
		text(order, shop) {
			const when = `Llegamos entre ${formatTime(order.desde)} y ${formatTime(order.hasta)}.`
			return {
				subject: order.cambio ? 'Nueva hora de llegada' : 'Tu pedido va en camino',
				preview: when,
				title: order.cambio ? 'Cambió la hora de llegada' : 'Tu pedido va en camino',
				paragraphs: [
					`${order.cambio ? 'El reparto cambió de hora.' : 'Tu pedido ya salió.'} ${when}`,
					...cashText(order),
					`Si no vas a estar, respóndenos a ${shop.tienda.correo} con tu número de orden.`,
				],
				sections: [deliverySection(order, shop), orderSection(order)],
			}
		},
	}),

	/** `recibe`: the recipient's name, or empty. The consumer's rights count from `hecha_at`. */
	entregado: orderMail({
		data: orderData.extend({ hecha_at: z.iso.datetime(), recibe: z.string() }),
		text(order, shop) {
			const when = `Lo entregamos el ${formatMoment(order.hecha_at)}${order.recibe && `. Lo recibió: ${order.recibe}`}.`
			return {
				subject: 'Entregamos tu pedido',
				preview: when,
				title: 'Entregamos tu pedido',
				paragraphs: [when, `Si no lo tienes contigo, escríbenos hoy mismo a ${shop.tienda.correo}.`],
				sections: [orderSection(order), consumerRights(shop, order.nro_orden, new Date(order.hecha_at))],
			}
		},
	}),

	no_entregado: orderMail({
		data: orderData.extend({ motivo: z.enum(motivosNoEntrega), sigue: z.enum(pasosSiguientes) }),
		text(order, shop) {
			const { correo, telefono } = shop.tienda
			const title = wasNotVisited(order.motivo) ? 'Hoy no alcanzamos a llegar' : 'No te encontramos'
			return {
				subject: title,
				preview: missedText[order.motivo],
				title,
				paragraphs: [
					`${missedText[order.motivo]} Tu pedido está con nosotros.`,
					`${nextStepText[order.sigue]} ${wishText[order.sigue]} escríbenos a ${correo} o al ${telefono} con tu número de orden.`,
				],
				sections: [deliverySection(order, shop), orderSection(order)],
			}
		},
	}),

	/** The hour and the code of a pickup. `cambio`: another hour was sent before. */
	retiro_acordado: orderMail({
		data: orderData.extend({
			hora_at: z.iso.datetime(),
			codigo: z.string(),
			cambio: z.boolean(),
			por_cobrar: z.int().min(0),
		}),
		text(order, shop) {
			const place = pickupPlace(order.estacion_retiro ?? shop.pickupStation)
			const when = `Te esperamos el ${formatMoment(order.hora_at)} en ${place}.`
			return {
				subject: order.cambio ? 'Nueva hora para retirar' : 'Tu pedido está listo para retirar',
				preview: when,
				title: order.cambio ? 'Cambió la hora de tu retiro' : 'Listo para retirar',
				paragraphs: [
					when,
					`Al llegar muestra este código: ${pickupCodeText(order.codigo)}. No se lo des a nadie antes: con él se entrega tu pedido.`,
					...cashText(order),
					`Si no puedes venir a esa hora, escríbenos a ${shop.tienda.correo} con tu número de orden.`,
				],
				sections: [orderSection(order)],
			}
		},
	}),
}
