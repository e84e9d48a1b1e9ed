import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSessionExpired } from '#core/web/session/login-state.ts'
import { type Session, useSession } from '#core/web/session/session.ts'

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
