import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { editRequest, ifMatchHeader } from '#contract/staff/lists.ts'
import { effectsAnswer, staffOrder } from '#contract/staff/orders.ts'

const about = { tag: 'panel: órdenes', caller: 'staff' } as const
const params = z.object({ id: z.string().max(100) })

export const editOrder = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_ordenes/:id/',
	permission: 'editar_ordenes',
	params,
	headers: ifMatchHeader,
	body: editRequest,
	answer: staffOrder,
})

/** With the one field that `editOrder` would change: what would follow, in Spanish. */
export const previewOrderEdit = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_ordenes/:id/efectos/',
	permission: 'editar_ordenes',
	params,
	body: editRequest,
	answer: effectsAnswer,
})
