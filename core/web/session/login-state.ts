import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '#core/rules/is-record.ts'
import { expiredText } from '#core/web/session/api.ts'
import { useHydrated } from '#core/web/ui/use-hydrated.ts'

/**
 * Navigation state for /login: the previous path, the reason for the login (or `exito`: the completed action), and the typed
 * address.
 */
export interface LoginState {
	readonly from?: string
	readonly mensaje?: string
	readonly exito?: string
	readonly correo?: string
}

/** Parses the navigation state for /login. Only a path of this shop is accepted for the return. */
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

/** Navigation state of this screen, which survives a reload. Undefined on the server. */
export function useLoginState(): LoginState {
	const { state } = useLocation()
	return readLoginState(useHydrated() ? state : null)
}

/** Returns the function that opens /login after an expired session and returns to `from` afterwards. */
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
