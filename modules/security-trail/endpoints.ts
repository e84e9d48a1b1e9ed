import { endpoint } from '#core/contract/endpoint.ts'
import { listSecurityAnswer, listSecurityQuery } from '#modules/security-trail/shapes.ts'

const about = { caller: 'staff' } as const

export const listSecurity = endpoint({
	...about,
	tag: 'panel: seguridad',
	method: 'GET',
	path: '/api/admin_seguridad/',
	permission: 'ver_seguridad',
	freshProof: false,
	query: listSecurityQuery,
	answer: listSecurityAnswer,
})
