import { z } from 'zod'
import { handBackWays, remedies, returnKinds, returnStates, unitConditions } from '#modules/returns/return-rules.ts'

const day = z.string().nullable().describe('a day of Santiago, `YYYY-MM-DD`')

/** A return, for its customer. */
const ownReturn = z.object({
	id: z.int(),
	tipo: z.enum(returnKinds),
	opcion: z.enum(remedies),
	vuelta: z.enum(handBackWays),
	estado: z.enum(returnStates),
	pedido_at: z.string(),
	dinero_hasta: day.describe('the last day for the money; null: none is owed'),
	recibido_at: z.string().nullable(),
	cerrado_at: z.string().nullable(),
	motivo: z.string().describe("the customer's own words; empty: none"),
	respuesta: z.string().describe('what the shop says at its end'),
	devuelto: z.int().nullable().describe('pesos of its refund; null: none'),
	reemplazo: z.int().nullable().describe('number of the order with the units in exchange; null: none'),
	lineas: z.array(
		z.object({
			posicion: z.int(),
			color: z.string(),
			cantidad: z.int().describe('announced'),
			recibida: z.int().nullable().describe('null before the receipt'),
		}),
	),
})
export type OwnReturn = z.infer<typeof ownReturn>

export const ownReturnAnswer = ownReturn

/** The returns of an order for its customer, with the units and rights that are left. */
const returnsOfCustomer = z.object({
	retracto_hasta: day.describe('the last day of withdrawal; null: before the hand-over, or all money went back'),
	garantia_hasta: day,
	sin_confirmacion: z.boolean().describe('no confirmation was mailed: the withdrawal has 90 days'),
	lineas: z
		.array(z.object({ posicion: z.int(), nombre: z.string(), color: z.string(), quedan: z.int() }))
		.describe('the units that can be sent back'),
	donde: z.string().describe('where units are handed back'),
	con_ronda: z.boolean().describe("the shop's car can fetch them"),
	envio_retracto: z.enum(['cliente', 'tienda']).describe('who pays the courier of a withdrawal'),
	lista: z.array(ownReturn).describe('oldest first'),
})
export type ReturnsOfCustomer = z.infer<typeof returnsOfCustomer>

export const returnsOfOwnOrder = {
	retornos: returnsOfCustomer.nullable().describe('null before the hand-over of an order without any'),
}

/** A return in the panel. */
export const staffReturn = ownReturn.extend({
	orden_id: z.uuid(),
	nro_orden: z.int(),
	nombre: z.string(),
	email: z.string(),
	nota: z.string(),
	usuario: z.string().nullable().describe('who opened it for the customer'),
	faltan: z.int().nullable().describe('days left for the money; null: none is owed, or it is over'),
	sugerido: z.int().describe("pesos: the units' share of what was paid, and the delivery with the order's last unit"),
	devolvible: z.int().describe('pesos that gateways can give back; 0 unless it was received'),
	devolvible_a_mano: z
		.int()
		.describe('pesos paid by transfer or in cash that can be given back; 0 unless it was received'),
	reembolso: z.string().nullable().describe('the state of its refund'),
	lineas: z.array(
		ownReturn.shape.lineas.element.extend({
			condicion: z.enum(unitConditions).nullable(),
			a_stock: z.int().nullable(),
		}),
	),
})
export type StaffReturn = z.infer<typeof staffReturn>

export const returnsOfOrder = { retornos: z.array(staffReturn).describe('oldest first') }

/** In the panel's numbers of a period. */
export const returnsOfSummary = {
	retornos: z
		.object({ pedidos: z.int(), unidades: z.int(), a_stock: z.int() })
		.describe('requested returns; received units, and those of them that were restocked'),
}
