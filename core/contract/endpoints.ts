import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { tokenAnswer } from '#core/contract/fields.ts'

const about = { tag: 'cuentas', caller: 'anyone', method: 'POST', limits: ['refresh'] } as const
const refreshRequest = z.object({ refresh: z.string().max(1000) })

export const refreshToken = endpoint({
	...about,
	path: '/api/token/refresh/',
	body: refreshRequest,
	answer: tokenAnswer,
})

export const logOut = endpoint({
	...about,
	path: '/api/token/logout/',
	body: refreshRequest,
	status: 204,
	answer: z.null(),
})

const aboutDocument = { tag: 'api', caller: 'anyone', method: 'GET', hidden: true } as const

export const readApiDocument = endpoint({ ...aboutDocument, path: '/api/openapi.json', answer: z.unknown() })

export const readApiDocs = endpoint({ ...aboutDocument, path: '/api/docs', answer: z.null() })
