import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What a screen hands to /login: where the customer was, and why they are asked to log in. */
export interface LoginState {
	readonly from?: string
	readonly mensaje?: string
}

export const expiredText = 'Sesión expirada. Inicia sesión de nuevo.'

/** Reads what a screen handed to /login. Only a path of this shop is a way back. */
export function readLoginState(state: unknown): LoginState {
	if (typeof state !== 'object' || state === null) return {}
	const { from, mensaje } = state as Record<string, unknown>
	return {
		...(typeof from === 'string' && /^\/(?![/\\])/.test(from) ? { from } : {}),
		...(typeof mensaje === 'string' ? { mensaje } : {}),
	}
}

export function useLoginState(): LoginState {
	return readLoginState(useLocation().state)
}

/** Gives the way to /login when the session has ended in the middle of something; after it the customer is back at `from`. */
export function useSessionExpired(): (from: string) => void {
	const navigate = useNavigate()
	return useCallback(
		(from) => {
			const state: LoginState = { from, mensaje: expiredText }
			navigate('/login', { replace: true, state })
		},
		[navigate],
	)
}
