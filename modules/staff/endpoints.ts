import { z } from 'zod'
import { listAuditAnswer, listAuditQuery } from '#core/contract/audit.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { editRequest, ifMatchHeader, numberParams } from '#core/contract/lists.ts'
import { blockOfAccount, blockRequest, listUsersAnswer, listUsersQuery, staffUser } from '#modules/staff/shapes.ts'

const about = { caller: 'staff' } as const

export const listAudit = endpoint({
	...about,
	tag: 'panel: auditoría',
	method: 'GET',
	path: '/api/admin_auditoria/',
	permission: 'ver_panel',
	freshProof: false,
	query: listAuditQuery,
	answer: listAuditAnswer,
})

const users = { tag: 'panel: usuarios', caller: 'staff' } as const

export const listUsers = endpoint({
	...users,
	method: 'GET',
	path: '/api/admin_usuarios/',
	permission: 'ver_panel',
	freshProof: false,
	query: listUsersQuery,
	answer: listUsersAnswer,
})

export const editUser = endpoint({
	...users,
	method: 'PUT',
	path: '/api/admin_usuarios/:id/',
	permission: 'cambiar_derechos',
	freshProof: true,
	params: numberParams,
	headers: ifMatchHeader,
	body: editRequest,
	answer: staffUser,
})

/** Blocks an account, or lifts its block. An account of the team is not blocked. */
export const blockAccount = endpoint({
	...users,
	method: 'PUT',
	path: '/api/admin_usuarios/:id/bloqueo/',
	permission: 'atender_solicitudes',
	freshProof: true,
	params: numberParams,
	body: blockRequest,
	answer: z.object(blockOfAccount),
})
