import { z } from 'zod'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { deliverable } from '#modules/rounds/shapes/rounds.ts'

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
