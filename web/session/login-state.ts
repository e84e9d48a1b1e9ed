import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '#domain/is-record.ts'
import { expiredText } from '#web/session/api.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/**
 * What a screen hands to /login: where the customer was, why they are asked to log in (or, in `exito`, what has just worked), and
 * the address they just gave.
 */
export interface LoginState {
	readonly from?: string
	readonly mensaje?: string
	readonly exito?: string
	readonly correo?: string
}

/** Reads what a screen handed to /login. Only a path of this shop is a way back. */
export function readLoginState(state: unknown): LoginState {
	if (!isRecord(state)) return {}
	const { from, mensaje, exito, correo } = state
	return {
		...(typeof from === 'string' && /^\/(?![/\\])/.test(from) ? { from } : {}),
		...(typeof mensaje === 'string' ? { mensaje } : {}),
		...(typeof exito === 'string' ? { exito } : {}),
		...(typeof correo === 'string' ? { correo } : {}),
	}
}

/** What was handed to this screen. A reload keeps it, but the server that renders the page does not know it. */
export function useLoginState(): LoginState {
	const { state } = useLocation()
	return readLoginState(useHydrated() ? state : null)
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
