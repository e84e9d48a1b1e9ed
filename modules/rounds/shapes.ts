import { z } from 'zod'
import { maxInteger, moment, plainText, rowNumber, wholeNumber } from '#core/contract/fields.ts'
import { dayText, listOf, optionalText, pageQuery } from '#core/contract/lists.ts'
import { minReason } from '#core/rules/limits.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { estados } from '#modules/orders/estado.ts'
import { orderMoney } from '#modules/orders/shapes.ts'
import {
	estadosEntrega,
	estadosRonda,
	motivosNoEntrega,
	type PhotoMode,
	pasosSiguientes,
	photoModes,
	pressableMotivos,
} from '#modules/rounds/delivery-state.ts'
import { delivery } from '#modules/rounds/order-shapes.ts'
import { fuentesTiempos, maxStops } from '#modules/rounds/rounds.ts'

/** The state of a pickup for staff, without its code. */
export const pickupAnswer = z.object({
	orden_id: z.uuid(),
	nro_orden: z.int(),
	orden_estado: z.enum(estados),
	nombre: z.string(),
	metodo_pago: z.enum(metodosPago),
	...orderMoney,
	hora_at: z.string().nullable().describe('the hour agreed with its customer'),
	hecha_at: z.string().nullable().describe('when it was handed over'),
	cobrado: z.int().nullable(),
	vuelto: z.int().nullable(),
	se_puede_deshacer: z.boolean(),
})
export type PickupAnswer = z.infer<typeof pickupAnswer>

/** Who received an order, and how it was paid at that moment. */
const handOver = {
	recibe: plainText(80).default(''),
	recibido: wholeNumber.optional().describe('pesos handed over, where the order is paid in cash'),
	por_transferencia: z.boolean().default(false).describe('of a cash order: its customer says that it was transferred'),
}

/** The customer's code, or the reason for a hand-over without it. */
export const handOverRequest = z.object({
	codigo: plainText(20).default(''),
	sin_codigo: z.union([z.literal(''), plainText(200).min(minReason)]).default(''),
	...handOver,
})
export type HandOverRequest = z.output<typeof handOverRequest>

const unit = z.object({ color: z.string(), nombre: z.string(), cantidad: z.int() })

/** A note about an order for its courier. */
const orderNote = z.object({
	de: z.enum(['equipo', 'intento']).describe('staff, or a courier who came back with it'),
	texto: z.string(),
	created_at: z.string(),
})
export type OrderNote = z.infer<typeof orderNote>

const deliverable = {
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
	...orderMoney,
}

/** An order awaiting delivery or pickup. */
const readyOrder = z.object({
	...deliverable,
	created_at: z.string(),
	prometida: z.string().nullable().describe('the last day of its term in Santiago; null where none was promised'),
	atrasada: z.boolean(),
	intentos: z.int().describe('how often a courier came back with it'),
	por_anular: z.boolean().describe('its courier came back with it and chose no other round'),
	distancia_m: z.int().nullable(),
	detenida: z.boolean().describe('its money stops the delivery: it is refunded, about to be, or disputed'),
	retiro: z.string().nullable().describe('where and when it is picked up'),
	horario: z.string().nullable().describe('the hours announced for its pickup'),
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

export const deliveriesAnswer = z.object({
	despachos: z.array(readyOrder).describe('the oldest promise first'),
	retiros: z.array(readyOrder).describe('those with an hour first, by that hour'),
	retirados: z.array(pickupAnswer).describe('handed over so recently that it can still be undone'),
	rondas: z.array(roundSummary),
	hay_mas: z.boolean(),
})
export type DeliveriesAnswer = z.infer<typeof deliveriesAnswer>

const roundStop = z.object({
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
	hoy_es_feriado: z.boolean().describe('today is one of the days without delivery of the owner'),
	vuelve_at: z.string().describe('when the car is expected back at the shop'),
	minutos_parada: z.int(),
	repartidor: z.string().nullable(),
	metros: z.int().describe('of driving, from the shop and back'),
	segundos: z.int(),
	fuente: z.enum(fuentesTiempos).describe('who measured the driving'),
	estimada: z.boolean().describe('somewhere by straight lines, not by roads'),
	atrasada: z.boolean(),
	foto: z.enum(Object.keys(photoModes) as [PhotoMode, ...PhotoMode[]]).describe('whether couriers take photos'),
	efectivo: z
		.object({
			esperado: z.int().describe('pesos in cash collected at its doors'),
			contado: z.int().nullable().describe('pesos counted when it ended; null: not counted'),
			motivo: z.string().describe('why they differ'),
		})
		.describe('the cash of its courier'),
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

export const closeRoundRequest = z.object({
	contado: wholeNumber.optional().describe('pesos counted, where cash was collected'),
	motivo: plainText(200).default(''),
})
export type CloseRoundRequest = z.output<typeof closeRoundRequest>

export const pressed = { hecha_at: moment.describe('when it was pressed, by the phone') }

export const deliverStopRequest = z.object({ ...pressed, ...handOver })
export type DeliverStopRequest = z.output<typeof deliverStopRequest>

export const failStopRequest = z.object({
	...pressed,
	motivo: z.enum(pressableMotivos),
	nota: plainText(300).default(''),
	sigue: z.enum(pasosSiguientes).default('otra_ronda'),
})
export type FailStopRequest = z.output<typeof failStopRequest>

/** Maximum of orders per print. */
const maxSheets = 200

export const sheetsQuery = z.object({
	ordenes: z
		.string()
		.regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${maxSheets - 1}}$`))
		.transform((text) => [...new Set(text.split(',').map(Number))])
		.describe('numbers of orders, with commas between'),
})

const deliverySheet = z.object({
	...deliverable,
	tipo_entrega: z.enum(tiposEntrega),
	se_entrega: z.boolean().describe('false: it is cancelled, not paid, disputed or with its customer already'),
	prometida: z.string().nullable().describe('the last day of its term in Santiago; null where none was promised'),
	retiro: z.string().nullable().describe('where and when it is picked up'),
	hora_at: z.string().nullable().describe('the hour agreed for a pickup'),
	ronda: z.int().nullable().describe('the number of the round that carries it'),
	parada: z.int().nullable().describe('its place in that round, from 1'),
	desde: z.string().nullable().describe('the hour in which the car is expected'),
	hasta: z.string().nullable(),
})
export type DeliverySheet = z.infer<typeof deliverySheet>

/** The sheets in the order of the requested numbers; unknown numbers are omitted. */
export const sheetsAnswer = z.object({ hojas: z.array(deliverySheet) })
export type SheetsAnswer = z.infer<typeof sheetsAnswer>

/** The filter of deliveries, for the list and its file. */
export const deliveryFilter = z.object({
	estado: optionalText(20).pipe(z.enum(estadosEntrega).optional()),
	repartidor: optionalText(10)
		.pipe(z.coerce.number<string>().int().min(1).max(maxInteger).optional())
		.describe('the id of an account'),
	atrasada: optionalText(1).pipe(z.literal('1').optional()).describe('`1`: only late ones'),
	desde: dayText.describe('first day, in Santiago, of when it was handed over or is expected'),
	hasta: dayText.describe('last day, in Santiago, included'),
})
export type DeliveryFilter = z.output<typeof deliveryFilter>

export const listDeliveriesQuery = deliveryFilter.extend(pageQuery.shape)
export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuery>

export const listDeliveriesAnswer = listOf(delivery)
export type ListDeliveriesAnswer = z.infer<typeof listDeliveriesAnswer>

const numbers = {
	rondas: z.int().describe('rounds that left the shop'),
	entregadas: z.int(),
	a_tiempo: z.int().describe('handed over within the announced hour, by the promised day'),
	adelantadas: z.int().describe('handed over before the announced hour'),
	a_tiempo_porcentaje: z.number().nullable().describe('of what was handed over, one decimal; null: nothing was'),
	no_entregadas: z.int().describe('tries at a door that failed; not what a round did not come to'),
	metros: z.int().describe('driven from the shop and back'),
	segundos: z.int().describe('from leaving the shop to being back'),
	costo: z.int().describe('pesos: kilometres and hours at what the settings say today'),
	costo_por_entrega: z.int().nullable().describe('pesos; null: nothing was handed over'),
}

export const deliveryNumbersAnswer = z.object({
	desde: z.string(),
	hasta: z.string(),
	costo_km: z.int().describe('pesos'),
	costo_hora: z.int().describe('pesos'),
	total: z.object(numbers),
	por_periodo: z
		.array(z.object({ periodo: z.string().describe('its first day'), ...numbers }))
		.describe('those with a round or a try'),
})
export type DeliveryNumbersAnswer = z.infer<typeof deliveryNumbersAnswer>
