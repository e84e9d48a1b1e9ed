import { z } from 'zod'
import { refreshRequest } from '#contract/accounts/refresh-token.ts'
import { registerAnswer, registerRequest } from '#contract/accounts/register.ts'
import { tokenAnswer, tokenRequest } from '#contract/accounts/token.ts'
import { endpoint } from '#contract/endpoint.ts'

const about = { tag: 'cuentas', caller: 'anyone', method: 'POST' } as const

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

/** Trades a refresh token for new tokens. */
export const refreshToken = endpoint({
	...about,
	path: '/api/token/refresh/',
	limits: ['refresh'],
	body: refreshRequest,
	answer: tokenAnswer,
})

export const logOut = endpoint({
	...about,
	path: '/api/token/logout/',
	limits: ['refresh'],
	body: refreshRequest,
	status: 204,
	answer: z.null(),
})
