import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { idempotencyKey, numberParams } from '#core/contract/lists.ts'
import { ownReturnAnswer, staffReturn } from '#modules/returns/order-shapes.ts'
import {
	annulReturnRequest,
	askReturnRequest,
	closeReturnRequest,
	listReturnsAnswer,
	listReturnsQuery,
	openReturnRequest,
	receiveReturnRequest,
} from '#modules/returns/shapes.ts'

const headers = z.looseObject({ 'idempotency-key': idempotencyKey })
const ask = { tag: 'retornos', method: 'POST', headers, body: askReturnRequest, answer: ownReturnAnswer } as const

/** Gives notice of a withdrawal or of a warranty claim about a delivered order. The same key is the same notice. */
export const askReturn = endpoint({
	...ask,
	caller: 'customer',
	freshProof: false,
	limits: ['perfil'],
	path: '/api/ordenes/:id/retornos/',
	params: z.object({ id: z.string().max(100) }),
	status: 201,
})

/** The same with the signed link of a mail. */
export const askReturnByLink = endpoint({
	...ask,
	caller: 'anyone',
	limits: ['seguimiento'],
	path: '/api/orden/:token/retornos',
	params: z.object({ token: z.string().max(1000) }),
	status: 201,
})

const staff = { tag: 'panel: retornos', caller: 'staff', freshProof: false } as const
const act = {
	...staff,
	method: 'POST',
	permission: 'editar_ordenes',
	params: numberParams,
	answer: staffReturn,
} as const

/** The open ones by the last day for their money, then the newest. */
export const listReturns = endpoint({
	...staff,
	method: 'GET',
	path: '/api/admin_retornos/',
	permission: 'ver_panel',
	query: listReturnsQuery,
	answer: listReturnsAnswer,
})

/** Opens a return for a customer who called, wrote or came. */
export const openReturn = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/retornos',
	params: z.object({ id: z.string().max(100) }),
	headers,
	body: openReturnRequest,
	status: 201,
})

/** Notes what arrived and in which condition, and puts units back on the shelf. */
export const receiveReturn = endpoint({ ...act, path: '/api/admin_retornos/:id/recibir', body: receiveReturnRequest })

/** Ends a received return. With `devolver` or `devolver_a_mano` its money is given back in the same step. */
export const closeReturn = endpoint({
	...act,
	path: '/api/admin_retornos/:id/cerrar',
	headers,
	body: closeReturnRequest,
})

/** Ends a return without money and stock; its units can be announced again. */
export const annulReturn = endpoint({ ...act, path: '/api/admin_retornos/:id/anular', body: annulReturnRequest })
