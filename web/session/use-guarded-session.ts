import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSessionExpired } from '#web/session/login-state.ts'
import { type Session, useSession } from '#web/session/session.ts'

/** Whether the tokens were taken away by another tab, of which alone storage events tell. */
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
 * The session, for a screen that needs one. When it ends while the screen is shown the customer is sent to /login and that state
 * is `ended`: who let it expire is told so and comes back here, who logged out in another tab is simply logged out here too.
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
		// The session's own listener of the same storage event may come first; a turn later all have heard of it.
		const timer = setTimeout(() => {
			// Whoever logs out here is on the way to /login already: the address has changed before this screen hears of it.
			if (window.location.pathname !== pathname) return
			if (endedElsewhere.current) void navigate('/login', { replace: true })
			else expired(pathname + search)
		})
		return () => clearTimeout(timer)
	}, [session, wasOpen, expired, navigate, endedElsewhere, pathname, search])
	return session === 'closed' && wasOpen ? 'ended' : session
}
