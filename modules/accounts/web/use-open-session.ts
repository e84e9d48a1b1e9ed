import { startTransition } from 'react'
import { useNavigate } from 'react-router'
import { useLoginState } from '#core/web/session/login-state.ts'
import { clearQueries } from '#core/web/session/query-client.tsx'
import { saveSession, type Tokens } from '#core/web/session/session.ts'
import { mergeCart } from '#modules/cart/web/saved-cart.ts'

/**
 * Returns the last step of every login: store the tokens, merge the carts, then open the cart or the previous page.
 * `onArrival` resets the form when that screen is shown: the form stays mounted if the customer logs out or goes back while
 * the code of the next screen loads.
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
