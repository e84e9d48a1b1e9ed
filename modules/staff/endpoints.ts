import { listAuditAnswer, listAuditQuery } from '#core/contract/audit.ts'
import { endpoint } from '#core/contract/endpoint.ts'

const about = { caller: 'staff' } as const

export const listAudit = endpoint({
	...about,
	tag: 'panel: auditoría',
	method: 'GET',
	path: '/api/admin_auditoria/',
	permission: 'ver_panel',
	query: listAuditQuery,
	answer: listAuditAnswer,
})
