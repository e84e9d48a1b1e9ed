import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { listJobsAnswer, listJobsQuery } from '#modules/jobs-panel/shapes.ts'

const about = { caller: 'staff' } as const

export const listJobs = endpoint({
	...about,
	tag: 'panel: trabajos',
	method: 'GET',
	path: '/api/admin_trabajos/',
	permission: 'ver_panel',
	freshProof: false,
	query: listJobsQuery,
	answer: listJobsAnswer,
})

export const retryJob = endpoint({
	...about,
	tag: 'panel: trabajos',
	method: 'POST',
	path: '/api/admin_trabajos/:id/reintentar/',
	permission: 'reintentar_trabajos',
	freshProof: false,
	params: z.object({ id: z.string().max(100) }),
	answer: z.object({ estado: z.literal('en_camino') }),
})
