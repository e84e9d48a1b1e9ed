import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile, periodQuery } from '#core/contract/lists.ts'
import { speedReport, visitsAnswer } from '#modules/found/visit-shapes.ts'

const about = { tag: 'panel: números', freshProof: false, query: periodQuery } as const

/** The orders of a period by the source of their visit, and how fast its pages were. */
export const readVisits = endpoint({
	...about,
	caller: 'staff',
	method: 'GET',
	permission: 'ver_panel',
	path: '/api/admin_visitas/',
	answer: visitsAnswer,
})

export const exportSources = endpoint({ ...csvFile, ...about, path: '/api/admin_exportar/fuentes.csv' })

/** Counts how fast a page was. The request has no other data. */
export const reportSpeed = endpoint({
	tag: 'catálogo',
	caller: 'anyone',
	method: 'POST',
	path: '/api/velocidad/',
	limits: ['velocidad'],
	body: speedReport,
	status: 204,
	answer: z.null(),
})
