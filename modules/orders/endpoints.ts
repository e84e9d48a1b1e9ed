import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import {
	ownOrdersAnswer,
	ownOrdersQuery,
	payAgainRequest,
	payableOrder,
	profileOrder,
	trackOrderAnswer,
} from '#modules/orders/shapes.ts'

const tag = 'órdenes'
const token = z.string().max(1000)
/** Calls with the signed link of a mail. */
const byLink = { tag, caller: 'anyone', limits: ['seguimiento'], params: z.object({ token }) } as const

/** The newest first; the profile has the first page. */
export const listOwnOrders = endpoint({
	tag: 'perfil',
	caller: 'customer',
	freshProof: false,
	limits: ['perfil'],
	method: 'GET',
	path: '/api/perfil/ordenes/',
	query: ownOrdersQuery,
	answer: ownOrdersAnswer,
})

/** Opens a payment for a waiting or failed order at its gateway or another one. */
export const payOrder = endpoint({
	tag,
	caller: 'customer',
	freshProof: false,
	method: 'POST',
	path: '/api/ordenes/:id/pagar/',
	limits: ['crear_orden'],
	params: z.object({ id: z.string().max(100) }),
	body: payAgainRequest.nullish(),
	answer: payableOrder,
})

/** Cancels an order that waits for its payment. A repeated call has the same answer. */
export const cancelOrder = endpoint({
	tag,
	caller: 'customer',
	freshProof: false,
	method: 'POST',
	path: '/api/ordenes/:id/cancelar/',
	limits: ['perfil'],
	params: z.object({ id: z.string().max(100) }),
	answer: profileOrder,
})

export const trackOrder = endpoint({
	...byLink,
	method: 'GET',
	path: '/api/orden/:token/',
	answer: trackOrderAnswer,
})

export const payTrackedOrder = endpoint({
	...byLink,
	method: 'POST',
	path: '/api/orden/:token/pagar/',
	body: payAgainRequest.nullish(),
	answer: payableOrder,
})

export const showProof = endpoint({
	tag: 'pagos',
	caller: 'anyone',
	method: 'GET',
	path: '/api/comprobantes/:token',
	summary: 'La imagen de un comprobante, con su enlace firmado',
	produces: ['image/webp'],
	params: z.object({ token: z.string().max(500) }),
	answer: z.any().describe('La imagen'),
})
