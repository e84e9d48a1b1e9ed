import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { tokenAnswer } from '#core/contract/fields.ts'
import {
	addPasskeyRequest,
	confirmTotpRequest,
	finishLoginRequest,
	loginPasskeyRequest,
	passkeyId,
	passkeyOptionsAnswer,
	recoveryCodesAnswer,
	secondFactorAnswer,
	totpSetupAnswer,
} from '#modules/second-factor/shapes.ts'

const about = { tag: 'perfil', caller: 'customer', freshProof: false } as const
const login = { tag: 'cuentas', caller: 'anyone', method: 'POST' } as const
const changing = { ...about, freshProof: true, limits: ['segundo_factor'] } as const

export const readFactors = endpoint({
	...about,
	method: 'GET',
	path: '/api/perfil/segundo_factor/',
	limits: ['perfil'],
	answer: secondFactorAnswer,
})

export const setUpApp = endpoint({
	...changing,
	method: 'POST',
	path: '/api/perfil/segundo_factor/app/',
	answer: totpSetupAnswer,
})

export const confirmApp = endpoint({
	...changing,
	method: 'POST',
	path: '/api/perfil/segundo_factor/app/confirmar/',
	body: confirmTotpRequest,
	answer: recoveryCodesAnswer,
})

export const removeApp = endpoint({
	...changing,
	method: 'DELETE',
	path: '/api/perfil/segundo_factor/app/',
	status: 204,
	answer: z.null(),
})

export const createRecoveryCodes = endpoint({
	...changing,
	method: 'POST',
	path: '/api/perfil/segundo_factor/codigos/',
	answer: recoveryCodesAnswer,
})

export const createPasskeyChallenge = endpoint({
	...changing,
	method: 'POST',
	path: '/api/perfil/segundo_factor/llaves/opciones/',
	limits: ['perfil'],
	answer: passkeyOptionsAnswer,
})

export const addPasskey = endpoint({
	...changing,
	method: 'POST',
	path: '/api/perfil/segundo_factor/llaves/',
	body: addPasskeyRequest,
	answer: recoveryCodesAnswer,
})

export const removePasskey = endpoint({
	...changing,
	method: 'DELETE',
	path: '/api/perfil/segundo_factor/llaves/:id/',
	params: z.object({ id: passkeyId }),
	status: 204,
	answer: z.null(),
})

/** Completes a login that answered 401 `segundo_factor_requerido` with its `ficha`. */
export const finishLogin = endpoint({
	...login,
	path: '/api/token/segundo_factor/',
	limits: ['segundo_factor'],
	body: finishLoginRequest,
	answer: tokenAnswer,
})

/** The challenge for the passkey that completes such a login. */
export const createLoginChallenge = endpoint({
	...login,
	path: '/api/token/segundo_factor/llave/',
	limits: ['refresh'],
	body: loginPasskeyRequest,
	answer: passkeyOptionsAnswer,
})

/** The challenge for a proof of identity by passkey. */
export const createIdentityChallenge = endpoint({
	...about,
	limits: ['perfil'],
	method: 'POST',
	path: '/api/perfil/identidad/llave/',
	answer: passkeyOptionsAnswer,
})
