import { z } from 'zod'
import { saleWays } from '#modules/staff-sales/staff-sales.ts'

/** In the panel's order with its history: a link that staff may send while the order waits for its customer. */
export const linkOfOrder = {
	enlace_pago: z
		.string()
		.nullable()
		.describe('the path of the order’s own page, to be sent by staff; null: nothing to pay'),
	vendida: z
		.object({ forma: z.enum(saleWays), usuario: z.string().nullable() })
		.nullable()
		.describe('how and by whom staff entered it; null: its customer placed it'),
}

/** In an order for its customer. */
export const saleOfOwnOrder = {
	vendida: z
		.object({ reservada_hasta: z.string().nullable().describe('while it waits for its payment') })
		.nullable()
		.describe('the shop entered it for its customer; null: the customer placed it'),
}

/** In the numbers of a period: the paid orders that staff entered, and their CLP. */
export const salesOfSummary = { ventas_del_equipo: z.object({ ordenes: z.int(), ventas: z.int() }) }
