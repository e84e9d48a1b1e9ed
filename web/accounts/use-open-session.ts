import { startTransition } from 'react'
import { useNavigate } from 'react-router'
import { mergeCart } from '#web/cart/saved-cart.ts'
import { useLoginState } from '#web/session/login-state.ts'
import { clearQueries } from '#web/session/query-client.tsx'
import { saveSession, type Tokens } from '#web/session/session.ts'

/**
 * Gives what every way of logging in ends with: tokens kept, carts brought together, then the cart or the way back. `onArrival`
 * makes the form as it was before, together with that screen: it is still this one's when somebody logs out or goes back while
 * the code of the next is on its way.
 */
export function useOpenSession(): (tokens: Tokens, onArrival: () => void) => Promise<void> {
	const navigate = useNavigate()
	const { from } = useLoginState()
	return async (tokens, onArrival) => {
		clearQueries()
		saveSession(tokens)
		await mergeCart()
		navigate(from ?? '/carrito', { replace: from !== undefined })
		startTransition(onArrival)
	}
}
