import { z } from 'zod'

const sold = z.object({ monto: z.int(), ordenes: z.int() })

/** CLP. `vendido_antes`: on the same weekday a week ago, until the same hour. */
export const todayAnswer = z.object({
	vendido: sold.extend({
		devuelto: z.int().describe('what of it the shop sent back'),
		en_disputa: z.int().describe('what of it a dispute holds back or took'),
	}),
	vendido_antes: sold,
	esperan: z.array(
		z.object({
			clave: z.string(),
			texto: z.string(),
			accion: z.string(),
			lugar: z.string().nullable().describe('the query of the place of the panel where it is done; null: outside it'),
			detalle: z.string().optional().describe('what to do, where accion does not say it'),
			cantidad: z.int(),
			monto: z.int().nullable(),
			desde: z.string().nullable().describe('since when the oldest waits'),
			hasta: z.string().nullish().describe('until when the most urgent has to be done'),
		}),
	),
})
export type TodayAnswer = z.infer<typeof todayAnswer>
