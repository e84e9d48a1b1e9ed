import { z } from 'zod'
import { personName, rowNumber } from '#core/contract/fields.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { placeOrderRequest } from '#modules/checkout/shapes.ts'
import { estados } from '#modules/orders/estado.ts'
import { saleWays } from '#modules/staff-sales/staff-sales.ts'

export const enterSaleRequest = placeOrderRequest.omit({ metodo_pago: true }).extend({
	forma: z.enum(saleWays),
	cliente_id: rowNumber.optional().describe('an account that staff chose; without one: name and address as typed'),
	nombre: personName(150).optional(),
	email: z.string().max(320).optional(),
})
export type EnterSaleRequest = z.infer<typeof enterSaleRequest>

export const saleAnswer = z.object({
	orden_id: z.uuid(),
	nro_orden: z.int(),
	nombre: z.string(),
	telefono: z.string(),
	total: z.int(),
	estado: z.enum(estados),
	metodo_pago: z.enum(metodosPago),
	expires_at: z.string().nullable().describe('until when its units are reserved unpaid'),
	enlace: z.string().describe('the path of the order’s own page, to be sent by staff'),
})
export type SaleAnswer = z.infer<typeof saleAnswer>
