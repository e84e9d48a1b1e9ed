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

const ofPerson = { tag: 'panel: ventas', caller: 'staff', permission: 'atender_solicitudes', freshProof: true } as const

/** What the shop stores of the person of an order without an account, by its address: a copy for that person. */
export const exportPerson = endpoint({
	...ofPerson,
	method: 'GET',
	path: '/api/admin_ventas/:id/datos/',
	produces: ['application/json'],
	params: z.object({ id: z.uuid() }),
	answer: z.unknown().describe('The file'),
})

/** Erases the person of an order without an account from all orders with its address. */
export const forgetPerson = endpoint({
	...ofPerson,
	method: 'DELETE',
	path: '/api/admin_ventas/:id/datos/',
	status: 204,
	params: z.object({ id: z.uuid() }),
	answer: z.null(),
})
