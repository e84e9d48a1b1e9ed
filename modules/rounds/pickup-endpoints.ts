import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { agreePickupRequest, handOverRequest, pickupAnswer } from '#modules/rounds/shapes/pickups.ts'

/** `id` of the order. */
const about = {
	tag: 'panel: reparto',
	caller: 'staff',
	method: 'POST',
	permission: 'repartir',
	params: z.object({ id: z.string().max(60) }),
	answer: pickupAnswer,
} as const
const headers = z.looseObject({ 'idempotency-key': z.uuid() })

export const agreePickup = endpoint({ ...about, path: '/api/admin_retiros/:id/acordar/', body: agreePickupRequest })

export const handOverPickup = endpoint({
	...about,
	path: '/api/admin_retiros/:id/entregar/',
	headers,
	body: handOverRequest,
	limits: ['codigo_retiro'],
})

export const undoPickup = endpoint({ ...about, path: '/api/admin_retiros/:id/deshacer/', headers })
