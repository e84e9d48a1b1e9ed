import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'

const about = { tag: 'api', caller: 'anyone', method: 'GET', hidden: true } as const

export const readApiDocument = endpoint({ ...about, path: '/api/openapi.json', answer: z.unknown() })

export const readApiDocs = endpoint({ ...about, path: '/api/docs', answer: z.null() })
