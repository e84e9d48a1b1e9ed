import { useNavigate } from 'react-router'
import { logOut } from '#contract/accounts/endpoints.ts'
import { call } from '#web/session/api.ts'
import { clearSession, refreshToken } from '#web/session/session.ts'

/** Ends the session here at once and tells the server, which revokes the refresh token's whole family. */
async function endSession(): Promise<void> {
	const refresh = refreshToken()
	clearSession()
	if (!refresh) return
	const answer = await call(logOut, { body: { refresh } })
	if (!answer.ok) console.error('log out was not confirmed', answer.status, answer.code)
}

/** Gives the action behind 'Cerrar sesión': both tokens go, then /login. */
export function useLogOut(): () => void {
	const navigate = useNavigate()
	return () => {
		void endSession()
		navigate('/login')
	}
}
