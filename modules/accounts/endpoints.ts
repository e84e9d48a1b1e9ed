import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { tokenAnswer, tokenRequest } from '#core/contract/fields.ts'
import {
	changePasswordRequest,
	deleteAccountRequest,
	editProfileRequest,
	googleLoginRequest,
	googleNonceAnswer,
	profileAnswer,
	proveIdentityAnswer,
	proveIdentityRequest,
	registerAnswer,
	registerRequest,
	sessionsAnswer,
} from '#modules/accounts/shapes.ts'

const about = { tag: 'cuentas', caller: 'anyone', method: 'POST' } as const
const resetPart = z.string().max(200)

export const register = endpoint({
	...about,
	path: '/api/register/',
	limits: ['registro'],
	body: registerRequest,
	status: 201,
	answer: registerAnswer,
})

export const logIn = endpoint({
	...about,
	path: '/api/token/',
	limits: ['login', 'login_minuto', 'login_hora'],
	body: tokenRequest,
	answer: tokenAnswer,
})

/** The nonce and the settings of Google's button. */
export const createGoogleNonce = endpoint({
	...about,
	method: 'GET',
	path: '/api/login-google/nonce/',
	limits: ['refresh'],
	answer: googleNonceAnswer,
})

export const logInWithGoogle = endpoint({
	...about,
	path: '/api/login-google/',
	limits: ['login_google'],
	body: googleLoginRequest,
	answer: tokenAnswer,
})

/** Mails a link. The answer is the same whether or not the account exists. */
export const requestPasswordReset = endpoint({
	...about,
	path: '/api/auth/password-reset/',
	limits: ['recuperar'],
	body: z.object({ email: z.string().max(320) }),
	answer: z.object({ message: z.string() }),
})

export const validatePasswordReset = endpoint({
	...about,
	method: 'GET',
	path: '/api/auth/password-reset/validate/',
	limits: ['recuperar_confirmar'],
	query: z.object({ uid: resetPart.default(''), token: resetPart.default('') }),
	answer: z.object({ valid: z.boolean() }),
})

export const confirmPasswordReset = endpoint({
	...about,
	path: '/api/auth/password-reset/confirm/',
	limits: ['recuperar_confirmar'],
	body: z.object({ uid: resetPart, token: resetPart, new_password: z.string().max(1024) }),
	answer: z.object({ message: z.string() }),
})

/** Proves the account's address with a mailed link. */
export const confirmAddress = endpoint({
	...about,
	path: '/api/confirmar_correo/',
	limits: ['confirmar_correo'],
	body: z.object({ token: z.string().max(1000) }),
	answer: z.object({ confirmado: z.literal(true) }),
})

// Each call reads and changes only the account of the access token.
const ownAccount = { tag: 'perfil', caller: 'customer', freshProof: false, limits: ['perfil'] } as const

export const readProfile = endpoint({
	...ownAccount,
	method: 'GET',
	path: '/api/perfil/',
	answer: profileAnswer,
})

/** Updates the sent fields. Others (`email`, `is_staff` …) are ignored. */
export const editProfile = endpoint({
	...ownAccount,
	method: 'PATCH',
	path: '/api/perfil/',
	body: editProfileRequest,
	answer: profileAnswer,
})

export const listSessions = endpoint({
	...ownAccount,
	method: 'GET',
	path: '/api/perfil/sesiones/',
	answer: sessionsAnswer,
})

export const endSession = endpoint({
	...ownAccount,
	method: 'DELETE',
	path: '/api/perfil/sesiones/:id/',
	params: z.object({ id: z.string() }),
	status: 204,
	answer: z.null(),
})

/** Returns new tokens of this session; the others end. */
export const changePassword = endpoint({
	...ownAccount,
	method: 'POST',
	path: '/api/perfil/clave/',
	limits: ['clave_otra_vez'],
	body: changePasswordRequest,
	answer: tokenAnswer,
})

/** Renews this session's proof of identity. */
export const proveIdentity = endpoint({
	...ownAccount,
	method: 'POST',
	path: '/api/perfil/identidad/',
	limits: ['clave_otra_vez'],
	body: proveIdentityRequest,
	answer: proveIdentityAnswer,
})

export const downloadData = endpoint({
	...ownAccount,
	method: 'GET',
	path: '/api/perfil/datos/',
	limits: ['descargar_datos'],
	answer: z.unknown().describe('Un objeto con todo'),
})

export const deleteAccount = endpoint({
	...ownAccount,
	method: 'POST',
	path: '/api/perfil/eliminar/',
	limits: ['clave_otra_vez'],
	body: deleteAccountRequest,
	status: 204,
	answer: z.null(),
})
