import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { changeProcessorRequest, listProcessorsAnswer, processorsAnswer } from '#modules/legal/shapes.ts'

/** Who gets data about people, for a page that was opened from another one: the HTML of /politicas has the list. */
export const readProcessors = endpoint({
	tag: 'políticas',
	caller: 'anyone',
	method: 'GET',
	path: '/api/encargados/',
	answer: processorsAnswer,
})

const about = { tag: 'panel: registro de datos', caller: 'staff' } as const
const params = z.object({ clave: z.string().max(60) })

/** The configured ones with the owner's corrections, then those that the owner added. */
export const listProcessors = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_encargados/',
	permission: 'ver_panel',
	freshProof: false,
	answer: listProcessorsAnswer,
})

/** Corrects a configured processor, or writes one of the owner's own under a UUID that the caller chooses. */
export const changeProcessor = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_encargados/:clave/',
	permission: 'cambiar_tienda',
	freshProof: true,
	params,
	body: changeProcessorRequest,
	status: 204,
	answer: z.null(),
})

/** Removes the owner's own processor, or the corrections of a configured one. */
export const resetProcessor = endpoint({
	...about,
	method: 'DELETE',
	path: '/api/admin_encargados/:clave/',
	permission: 'cambiar_tienda',
	freshProof: true,
	params,
	status: 204,
	answer: z.null(),
})
