import { z } from 'zod'
import { plainLines, plainText, wholeNumber } from '#core/contract/fields.ts'
import { listOf, optionalOneOf, pageQuery } from '#core/contract/lists.ts'
import { minReason } from '#core/rules/limits.ts'
import { handRefundRequest } from '#modules/orders/staff/shapes.ts'
import { staffReturn } from '#modules/returns/order-shapes.ts'
import {
	askedKinds,
	handBackWays,
	maxReturnText,
	remedies,
	returnKinds,
	returnStates,
	unitConditions,
} from '#modules/returns/return-rules.ts'

const position = z.int().min(0).max(1000)
const units = z.int().min(1).max(1000)

/** `posicion`: the line of the order. */
const lineas = z
	.array(z.object({ posicion: position, cantidad: units }))
	.min(1)
	.max(100)

export const askReturnRequest = z.object({
	tipo: z.enum(askedKinds),
	opcion: z.enum(remedies),
	vuelta: z.enum(handBackWays),
	motivo: plainLines(maxReturnText).default('').describe('never required'),
	lineas,
})

export const openReturnRequest = askReturnRequest.extend({
	tipo: z.enum(returnKinds),
	nota: plainLines(maxReturnText).default('').describe('for staff'),
})
export type OpenReturnRequest = z.output<typeof openReturnRequest>

export const receiveReturnRequest = z.object({
	lineas: z
		.array(
			z.object({
				posicion: position,
				recibida: z.int().min(0).max(1000),
				condicion: z.enum(unitConditions),
				a_stock: z.int().min(0).max(1000),
			}),
		)
		.min(1)
		.max(100)
		.describe('each announced line once'),
	nota: plainLines(maxReturnText).optional(),
})
export type ReceiveReturnRequest = z.output<typeof receiveReturnRequest>

export const closeReturnRequest = z.object({
	opcion: z.enum(remedies).describe('what the customer got in the end'),
	devolver: z.object({ monto: wholeNumber }).optional().describe('by the gateway that was paid'),
	devolver_a_mano: handRefundRequest.optional(),
	reemplazo: z.boolean().default(false).describe('of an exchange: makes the order of the new units'),
	color: plainText(100).optional().describe('of the new units; without it: the same'),
	respuesta: plainLines(maxReturnText).default('').describe('for the customer'),
	nota: plainLines(maxReturnText).optional(),
})
export type CloseReturnRequest = z.output<typeof closeReturnRequest>

export const annulReturnRequest = z.object({
	respuesta: plainText(maxReturnText).min(minReason).describe('why, for the customer'),
})

export const listReturnsQuery = pageQuery.extend({
	estado: optionalOneOf(returnStates).describe('without it all: the open ones first, by their last day'),
})
export type ListReturnsQuery = z.output<typeof listReturnsQuery>

export const listReturnsAnswer = listOf(staffReturn)
