import { useNavigate } from 'react-router'
import { logOut } from '#core/contract/endpoints.ts'
import { call, clearSession, refreshToken } from '#core/web/session/api.ts'

/** Removes the tokens immediately and asks the server to revoke the token family. */
async function endSession(): Promise<void> {
	const refresh = refreshToken()
	clearSession()
	if (!refresh) return
	const answer = await call(logOut, { body: { refresh } })
	if (!answer.ok) console.error('log out was not confirmed', answer.status, answer.code)
}

/** Returns the action of 'Cerrar sesión': removes the tokens and opens /login. */
export function useLogOut(): () => void {
	const navigate = useNavigate()
	return () => {
		void endSession()
		navigate('/login')
	}
}
