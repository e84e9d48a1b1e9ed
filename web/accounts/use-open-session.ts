import { useNavigate } from 'react-router'
import { bringCartTogether } from '#web/accounts/saved-cart.ts'
import { useLoginState } from '#web/accounts/way-back.ts'
import { forgetAnswers } from '#web/query-client.tsx'
import { saveSession, type Tokens } from '#web/session.ts'

/** Gives what every way of logging in ends with: tokens kept, carts brought together, then the cart or the way back. */
export function useOpenSession(): (tokens: Tokens) => Promise<void> {
	const navigate = useNavigate()
	const { from } = useLoginState()
	return async (tokens) => {
		forgetAnswers()
		saveSession(tokens)
		await bringCartTogether()
		navigate(from ?? '/carrito', { replace: from !== undefined })
	}
}
