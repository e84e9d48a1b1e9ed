import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { tokenAnswer } from '#core/contract/token.ts'
import {
	changePasswordRequest,
	deleteAccountRequest,
	editProfileRequest,
	profileAnswer,
	proveIdentityAnswer,
	proveIdentityRequest,
	sessionsAnswer,
} from '#modules/accounts/shapes.ts'

// Each call reads and changes only the account of the access token.
const about = { tag: 'perfil', caller: 'customer', limits: ['perfil'] } as const

export const readProfile = endpoint({
	...about,
	method: 'GET',
	path: '/api/perfil/',
	answer: profileAnswer,
})

/** Updates the sent fields. Others (`email`, `is_staff` …) are ignored. */
export const editProfile = endpoint({
	...about,
	method: 'PATCH',
	path: '/api/perfil/',
	body: editProfileRequest,
	answer: profileAnswer,
})

export const listSessions = endpoint({
	...about,
	method: 'GET',
	path: '/api/perfil/sesiones/',
	answer: sessionsAnswer,
})

export const endSession = endpoint({
	...about,
	method: 'DELETE',
	path: '/api/perfil/sesiones/:id/',
	params: z.object({ id: z.string() }),
	status: 204,
	answer: z.null(),
})

/** Returns new tokens of this session; the others end. */
export const changePassword = endpoint({
	...about,
	method: 'POST',
	path: '/api/perfil/clave/',
	limits: ['clave_otra_vez'],
	body: changePasswordRequest,
	answer: tokenAnswer,
})

/** Renews this session's proof of identity. */
export const proveIdentity = endpoint({
	...about,
	method: 'POST',
	path: '/api/perfil/identidad/',
	limits: ['clave_otra_vez'],
	body: proveIdentityRequest,
	answer: proveIdentityAnswer,
})

export const downloadData = endpoint({
	...about,
	method: 'GET',
	path: '/api/perfil/datos/',
	limits: ['descargar_datos'],
	answer: z.unknown().describe('Un objeto con todo'),
})

export const deleteAccount = endpoint({
	...about,
	method: 'POST',
	path: '/api/perfil/eliminar/',
	limits: ['clave_otra_vez'],
	body: deleteAccountRequest,
	status: 204,
	answer: z.null(),
})
