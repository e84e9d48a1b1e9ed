import { z } from 'zod'
import { moment, rowNumber, wholeNumber } from '#core/contract/column-types.ts'
import { plainText } from '#core/contract/plain-text.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { estados } from '#modules/orders/estado.ts'
import { staffMoney } from '#modules/orders/shapes.ts'
import { type PhotoMode, photoModes } from '#modules/rounds/delivery-photo.ts'
import {
	estadosEntrega,
	estadosRonda,
	motivosNoEntrega,
	pasosSiguientes,
	pressableMotivos,
} from '#modules/rounds/delivery-state.ts'
import { fuentesTiempos } from '#modules/rounds/driving-source.ts'
import { maxStops } from '#modules/rounds/round-limits.ts'
import { pickupAnswer } from '#modules/rounds/shapes/pickups.ts'

const unit = z.object({ color: z.string(), nombre: z.string(), cantidad: z.int() })

/** A note about an order for its courier. */
export const orderNote = z.object({
	de: z.enum(['equipo', 'intento']).describe('staff, or a courier who came back with it'),
	texto: z.string(),
	created_at: z.string(),
})
export type OrderNote = z.infer<typeof orderNote>

export const deliverable = {
	orden_id: z.uuid(),
	nro_orden: z.int(),
	orden_estado: z.enum(estados),
	metodo_pago: z.enum(metodosPago),
	nombre: z.string(),
	telefono: z.string(),
	direccion: z.string(),
	comuna: z.string(),
	unidades: z.array(unit),
	por_cobrar: z.int().describe('pesos in cash at the door; 0 where it is paid'),
	...staffMoney,
}

/** An order awaiting delivery or pickup. */
export const readyOrder = z.object({
	...deliverable,
	created_at: z.string(),
	prometida: z.string().nullable().describe('the last day of its term in Santiago; null where none was promised'),
	atrasada: z.boolean(),
	intentos: z.int().describe('how often a courier came back with it'),
	por_anular: z.boolean().describe('its courier came back with it and chose no other round'),
	distancia_m: z.int().nullable(),
	detenida: z.boolean().describe('its money stops the delivery: it is refunded, about to be, or disputed'),
	retiro: z.string().nullable().describe('where and when it is picked up'),
	hora_at: z.string().nullable().describe('the hour agreed for a pickup'),
})
export type ReadyOrder = z.infer<typeof readyOrder>

const roundSummary = z.object({
	id: z.uuid(),
	numero: z.int(),
	estado: z.enum(estadosRonda),
	salida_at: z.string(),
	paradas: z.int(),
	hechas: z.int(),
})
export type RoundSummary = z.infer<typeof roundSummary>

export const deliveriesAnswer = z.object({
	despachos: z.array(readyOrder).describe('the oldest promise first'),
	retiros: z.array(readyOrder).describe('those with an hour first, by that hour'),
	retirados: z.array(pickupAnswer).describe('handed over so recently that it can still be undone'),
	rondas: z.array(roundSummary),
	hay_mas: z.boolean(),
})
export type DeliveriesAnswer = z.infer<typeof deliveriesAnswer>

export const roundStop = z.object({
	...deliverable,
	id: z.uuid(),
	posicion: z.int(),
	fijada: z.boolean(),
	estado: z.enum(estadosEntrega),
	anulada: z.boolean().describe('the order is not to be delivered any more: cancelled, refunded, disputed'),
	lat: z.number().nullable(),
	lng: z.number().nullable(),
	llega_at: z.string(),
	desde: z.string().describe('the hour around it that its customer reads'),
	hasta: z.string(),
	recibe: z.string(),
	motivo: z.enum(motivosNoEntrega).nullable(),
	nota: z.string(),
	sigue: z.enum(pasosSiguientes).nullable().describe('next step after a failed attempt, as its courier chose'),
	cobrado: z.int().nullable(),
	vuelto: z.int().nullable(),
	hecha_at: z.string().nullable(),
	se_puede_deshacer: z.boolean(),
	notas: z.array(orderNote).describe('what was written of its order, the newest first'),
	fotos: z.array(z.string()).describe('links to the photos of its door, for one hour'),
})
export type RoundStop = z.infer<typeof roundStop>

export const roundAnswer = z.object({
	id: z.uuid(),
	numero: z.int(),
	estado: z.enum(estadosRonda),
	version: z.int(),
	salida_at: z.string(),
	vuelve_at: z.string().describe('when the car is expected back at the shop'),
	minutos_parada: z.int(),
	repartidor: z.string().nullable(),
	metros: z.int().describe('of driving, from the shop and back'),
	segundos: z.int(),
	fuente: z.enum(fuentesTiempos).describe('who measured the driving'),
	estimada: z.boolean().describe('somewhere by straight lines, not by roads'),
	atrasada: z.boolean(),
	foto: z.enum(Object.keys(photoModes) as [PhotoMode, ...PhotoMode[]]).describe('whether couriers take photos'),
	paradas: z.array(roundStop),
})
export type RoundAnswer = z.infer<typeof roundAnswer>

export const drawRoundQuery = z.object({
	formato: z.enum(['ancho', 'angosto']).default('ancho').describe('640 × 420 pixels, or 390 × 420 for a phone'),
	oscuro: z
		.enum(['0', '1'])
		.default('0')
		.transform((value) => value === '1'),
})
export type DrawRoundQuery = z.output<typeof drawRoundQuery>

export const planRoundRequest = z.object({
	ordenes: z.array(z.uuid()).min(1).max(maxStops),
	salida_at: moment.optional().describe('now, where it is left out'),
})
export type PlanRoundRequest = z.output<typeof planRoundRequest>

export const arrangeRoundRequest = z.object({
	version: rowNumber,
	paradas: z.array(z.uuid()).max(maxStops).describe('every stop that is not over, in order'),
	fijadas: z.array(z.uuid()).max(maxStops),
	salida_at: moment.optional(),
})
export type ArrangeRoundRequest = z.output<typeof arrangeRoundRequest>

export const addStopRequest = z.object({ orden_id: z.uuid() })
export const removeStopRequest = z.object({ parada_id: z.uuid() })

const pressed = { hecha_at: moment.describe('when it was pressed, by the phone') }

export const deliverStopRequest = z.object({
	...pressed,
	recibe: plainText(80).default(''),
	recibido: wholeNumber.optional().describe('pesos handed over, where the order is paid in cash'),
})
export type DeliverStopRequest = z.output<typeof deliverStopRequest>

export const failStopRequest = z.object({
	...pressed,
	motivo: z.enum(pressableMotivos),
	nota: plainText(300).default(''),
	sigue: z.enum(pasosSiguientes).default('otra_ronda'),
})
export type FailStopRequest = z.output<typeof failStopRequest>

export const undoStopRequest = z.object(pressed)
