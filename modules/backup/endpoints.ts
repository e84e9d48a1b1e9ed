import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'

const about = { tag: 'panel: copia restaurada', caller: 'staff' } as const

/** Whether the shop is a restored copy that reaches nobody, and what it will do at once when it becomes the shop. */
export const readCopy = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_copia/',
	permission: 'ver_panel',
	freshProof: false,
	answer: z.object({
		retenida: z.boolean(),
		correos: z.int(),
		devoluciones: z.int(),
		vencidas: z.int(),
		/** Whether the caller may make it the shop. */
		editable: z.boolean(),
	}),
})

/** From now on the copy is the shop: it sells, and sends what waits. A repeated call does nothing. */
export const openCopy = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_copia/abrir/',
	permission: 'cambiar_tienda',
	freshProof: true,
	answer: z.object({ retenida: z.literal(false) }),
})
