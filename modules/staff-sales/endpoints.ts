import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { enterSaleRequest, saleAnswer } from '#modules/staff-sales/shapes.ts'

/** A repetition with the same key answers the same order. `total` is the amount shown, as for `placeOrder`. */
export const enterSale = endpoint({
	tag: 'panel: ventas',
	caller: 'staff',
	method: 'POST',
	path: '/api/admin_ventas/',
	permission: 'vender',
	freshProof: false,
	limits: ['venta_equipo'],
	headers: z.looseObject({ 'idempotency-key': z.string().min(1).max(200) }),
	body: enterSaleRequest,
	answer: saleAnswer,
})
