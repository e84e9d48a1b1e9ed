import { endpoint } from '#core/contract/endpoint.ts'
import { editRequest, ifMatchHeader, numberParams } from '#core/contract/lists.ts'
import { listUsersAnswer, listUsersQuery, staffUser } from '#modules/staff/shapes/users.ts'

const about = { tag: 'panel: usuarios', caller: 'staff' } as const

export const listUsers = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_usuarios/',
	permission: 'ver_panel',
	query: listUsersQuery,
	answer: listUsersAnswer,
})

export const editUser = endpoint({
	...about,
	method: 'PUT',
	path: '/api/admin_usuarios/:id/',
	permission: 'cambiar_derechos',
	freshProof: true,
	params: numberParams,
	headers: ifMatchHeader,
	body: editRequest,
	answer: staffUser,
})
