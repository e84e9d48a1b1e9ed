import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatClp } from '#core/rules/money.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { formatMoment, formatTime } from '#core/server/mail/define-mail.ts'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import { promisedDayOf } from '#modules/delivery/delivery-term.ts'
import { readHolidays } from '#modules/delivery/holidays.ts'
import { type Context, type NotifyContext, runHooks, type StaffDeps } from '#modules/lists/context.ts'
import { canBeHandedOver, cashToCollect } from '#modules/orders/handover.ts'
import {
	consumerRights,
	deliverySection,
	orderData,
	orderMail,
	orderSection,
} from '#modules/orders/server/mail-data.ts'
import { mailStaffCase, orderMailData, wasMailedCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { missedText, nextStepText, pickupCodeText, wasNotVisited } from '#modules/rounds/customer-delivery.ts'
import {
	canUndo,
	isOpenStop,
	motivosNoEntrega,
	openEstados,
	type PasoSiguiente,
	pasosSiguientes,
} from '#modules/rounds/delivery-state.ts'
import { becameLate, windowAround } from '#modules/rounds/route.ts'
import { paradas, rondas, type StopRow } from '#modules/rounds/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

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
					`${order.cambio ? 'El despacho cambió de hora.' : 'Tu pedido ya salió.'} ${when}`,
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
			const isPickup = order.tipo_entrega === 'retiro'
			const moment = `${isPickup ? 'Lo retiraste' : 'Lo entregamos'} el ${formatMoment(order.hecha_at)}`
			const when = `${moment}${order.recibe && `. Lo recibió: ${order.recibe}`}.`
			const title = isPickup ? 'Retiraste tu pedido' : 'Entregamos tu pedido'
			return {
				subject: title,
				preview: when,
				title,
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

/** Mails a customer that the car is on its way, with the hour; `isChange`: the hour has changed. */
export async function mailOnTheWay(
	deps: Pick<StaffDeps, 'mail' | 'clock'>,
	tx: Transaction,
	{ order, stopId, llega_at, isChange }: { order: OrderRow; stopId: string; llega_at: Date; isChange: boolean },
): Promise<void> {
	if (order.email === '') return
	const { desde, hasta } = windowAround(llega_at, deps.clock.now())
	await deps.mail(tx, {
		clave: `en_camino:${stopId}:${llega_at.toISOString()}`,
		plantilla: 'en_camino',
		destinatario: order.email,
		datos: {
			...(await orderMailData(tx, order)),
			desde: desde.toISOString(),
			hasta: hasta.toISOString(),
			cambio: isChange,
			por_cobrar: cashToCollect(order),
		},
		orden_id: order.id,
	})
}

/** The outcome to mail of a finished stop; undefined when it was undone, pressed again or cancelled. */
function outcomeOf(stop: StopRow, order: OrderRow, now: Date) {
	if (isOpenStop(stop.estado) || canUndo(stop, now)) return undefined
	if (stop.estado === 'no_entregada')
		return canBeHandedOver(order) && stop.motivo
			? ({ plantilla: 'no_entregado', datos: { motivo: stop.motivo, sigue: stop.sigue ?? 'otra_ronda' } } as const)
			: undefined
	const datos = { hecha_at: stop.hecha_at?.toISOString(), recibe: stop.recibe }
	return order.estado === 'completado' ? ({ plantilla: 'entregado', datos } as const) : undefined
}

/** Mails staff about an order that was handed over on the word that it was paid by transfer. Once per `cual`. */
export async function mailDoorTransfer(deps: NotifyContext, tx: Transaction, order: OrderRow, cual: string) {
	const reason = { motivo: 'transferencia_en_puerta', cual } as const
	if (order.atencion !== reason.motivo || (await wasMailedCase(tx, order.id, reason))) return
	await mailStaffCase(deps, tx, order, reason)
}

/**
 * Mails a customer the hand-over, or the failed attempt and the next step, and staff a requested cancellation.
 * Idempotent: one mail per outcome.
 */
export async function mailDeliveryOutcome(
	deps: NotifyContext & Pick<StaffDeps, 'db' | 'clock'>,
	stopId: string,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const [found] = await tx
			.select({ stop: paradas, order: ordenes })
			.from(paradas)
			.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
			.where(eq(paradas.id, stopId))
		const outcome = found && outcomeOf(found.stop, found.order, deps.clock.now())
		if (!outcome) return
		// Only staff cancel and refund. Once per stop.
		if (outcome.plantilla === 'no_entregado' && outcome.datos.sigue === 'anular') {
			const order = await lockOrder(tx, found.order.id)
			const reason = { motivo: 'entrega_por_anular', cual: stopId } as const
			if (order && !(await wasMailedCase(tx, order.id, reason))) {
				await mailStaffCase(deps, tx, order, reason)
				// Another open case has to be resolved first.
				if (order.atencion === null)
					await tx
						.update(ordenes)
						.set({ atencion: reason.motivo, version: sql`${ordenes.version} + 1` })
						.where(eq(ordenes.id, order.id))
			}
		}
		if (outcome.plantilla === 'entregado') await mailDoorTransfer(deps, tx, found.order, stopId)
		if (found.order.email === '') return
		await deps.mail(tx, {
			clave: `${outcome.plantilla}:${stopId}:${found.stop.registrada_at?.toISOString() ?? ''}`,
			plantilla: outcome.plantilla,
			destinatario: found.order.email,
			datos: { ...(await orderMailData(tx, found.order)), ...outcome.datos },
			orden_id: found.order.id,
		})
	})
}

/** Notifies staff of each delivery that became late on the way. Once per stop, in any process. */
export async function watchLateStops(deps: Context): Promise<void> {
	const now = deps.clock.now()
	await deps.db.transaction(async (tx) => {
		const holidays = readHolidays((await readSettings(tx)).feriados)
		const onTheWay = await tx
			.select({ stop: paradas, round: rondas, order: ordenes })
			.from(paradas)
			.innerJoin(rondas, eq(rondas.id, paradas.ronda_id))
			.innerJoin(ordenes, eq(ordenes.id, paradas.orden_id))
			.where(and(eq(rondas.estado, 'en_curso'), inArray(paradas.estado, [...openEstados])))
		for (const { stop, round, order } of onTheWay) {
			if (!canBeHandedOver(order)) continue
			const promised = promisedDayOf(order, holidays)
			const arrival = stop.avisada_at ?? stop.llega_at
			if (!becameLate({ arrival, promised, leftAt: round.salida_at }, now)) continue
			await runHooks(deps.hooks.staffAlert, deps, tx, {
				clave: `ronda_atrasada:${stop.id}`,
				tipo: 'ronda_atrasada',
				orden: order,
				ronda_id: round.id,
			})
		}
	})
}
