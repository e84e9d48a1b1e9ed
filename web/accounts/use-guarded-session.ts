import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSessionExpired } from '#web/accounts/way-back.ts'
import { type Session, useSession } from '#web/session.ts'

/**
 * The session, for a screen that needs one. When it ends while the screen is shown (it expired, or another tab logged out) the
 * customer is sent to /login, told why, and comes back here; that state is `ended`.
 */
export function useGuardedSession(): Session | 'ended' {
	const session = useSession()
	const expired = useSessionExpired()
	const { pathname, search } = useLocation()
	const [wasOpen, setWasOpen] = useState(false)
	useEffect(() => {
		if (session === 'open') setWasOpen(true)
		// Whoever logs out here is on the way to /login already: the address has changed before this screen hears of it.
		const isStillHere = window.location.pathname === pathname
		if (session === 'closed' && wasOpen && isStillHere) expired(pathname + search)
	}, [session, wasOpen, expired, pathname, search])
	return session === 'closed' && wasOpen ? 'ended' : session
}
