import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '#core/rules/values.ts'
import { expiredText, type Session, useSession } from '#core/web/session/api.ts'
import { useHydrated } from '#core/web/ui/hooks.ts'

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

/** Returns whether another tab removed the tokens; storage events fire only in other tabs. */
function useEndedElsewhere() {
	const isElsewhere = useRef(false)
	useEffect(() => {
		const onStorage = ({ key, newValue }: StorageEvent) => {
			if (key === null || key === 'access_token') isElsewhere.current = newValue === null
		}
		window.addEventListener('storage', onStorage)
		return () => window.removeEventListener('storage', onStorage)
	}, [])
	return isElsewhere
}

/**
 * The session, for a screen that requires one. When it ends, the customer is redirected to /login and the state is `ended`.
 * An expired session shows a message and returns here; a logout in another tab logs out here too.
 */
export function useGuardedSession(): Session | 'ended' {
	const session = useSession()
	const expired = useSessionExpired()
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	const [wasOpen, setWasOpen] = useState(false)
	const endedElsewhere = useEndedElsewhere()
	useEffect(() => {
		if (session === 'open') setWasOpen(true)
		if (session !== 'closed' || !wasOpen) return
		// The session's own listener may run first; a microtask later all listeners have run.
		const timer = setTimeout(() => {
			// After a logout here the URL is /login before this screen renders again.
			if (window.location.pathname !== pathname) return
			if (endedElsewhere.current) void navigate('/login', { replace: true })
			else expired(pathname + search)
		})
		return () => clearTimeout(timer)
	}, [session, wasOpen, expired, navigate, endedElsewhere, pathname, search])
	return session === 'closed' && wasOpen ? 'ended' : session
}
