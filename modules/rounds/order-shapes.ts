import { z } from 'zod'
import { optionalOneOf } from '#core/contract/lists.ts'
import { estados } from '#modules/orders/estado.ts'
import { diasEntrega, estadosEntrega, motivosNoEntrega, pasosSiguientes } from '#modules/rounds/delivery-state.ts'

/** The delivery state of an order, without data of the round's other customers. */
const ownDelivery = z.object({
	estado: z.enum(estadosEntrega),
	desde: z.string().nullable().describe('on its way: the hour in which it comes'),
	hasta: z.string().nullable(),
	hecha_at: z.string().nullable().describe('time of the hand-over, or of the failed attempt'),
	motivo: z.enum(motivosNoEntrega).nullable(),
	sigue: z.enum(pasosSiguientes).nullable().describe('next step after a failed attempt'),
	hora_at: z.string().nullable().describe('of a pickup: the hour agreed with its customer'),
	codigo: z.string().nullable().describe('of a pickup: the code that its customer shows; null once it is handed over'),
})
export type OwnDelivery = z.infer<typeof ownDelivery>

/** One delivery attempt at the customer's door. */
export const delivery = z.object({
	id: z.uuid(),
	orden_id: z.uuid(),
	nro_orden: z.int(),
	orden_estado: z.enum(estados),
	nombre: z.string(),
	direccion: z.string(),
	comuna: z.string(),
	ronda_id: z.uuid(),
	ronda: z.int().describe('the number of its round'),
	repartidor: z.string().nullable().describe('who was at the door or, before that, whose round it is'),
	estado: z.enum(estadosEntrega),
	desde: z.string().describe('the announced hour or, before that, the one to announce'),
	hasta: z.string(),
	hecha_at: z.string().nullable().describe('time at the door'),
	atrasada: z.boolean().describe('the car came, or is still to come, after that hour or after the promised day'),
	adelantada: z.boolean().describe('it was handed over before that hour'),
	recibe: z.string(),
	motivo: z.enum(motivosNoEntrega).nullable(),
	nota: z.string(),
	cobrado: z.int().nullable().describe('pesos in cash'),
	vuelto: z.int().nullable(),
})
export type Delivery = z.infer<typeof delivery>

const shownDelivery = delivery.extend({
	fotos: z.array(z.string()).describe('links to the photos of its door, for one hour'),
})
export type ShownDelivery = z.infer<typeof shownDelivery>

export const deliveryOfOwnOrder = { entrega: ownDelivery.nullable().describe('null while unpaid, or when cancelled') }

export const deliveryOfStaffOrder = {
	entrega: z
		.enum(estadosEntrega)
		.nullable()
		.describe('state of its delivery; null for pickups, unpaid and cancelled orders'),
}

export const deliveriesOfOrder = {
	entregas: z.array(shownDelivery).describe('tries to hand it over at the door, oldest first'),
}

export const deliveryFilterOfOrders = {
	entrega: optionalOneOf([...estadosEntrega, ...diasEntrega]).describe(
		'with a delivery in this state, or to be brought then',
	),
}
