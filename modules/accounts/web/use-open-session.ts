import { startTransition } from 'react'
import { useNavigate } from 'react-router'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { useLoginState } from '#core/web/session/login-state.ts'
import { clearQueries } from '#core/web/session/query-client.tsx'
import { saveSession, type Tokens } from '#core/web/session/session.ts'
import type { LoginStep, LoginStepProps } from '#modules/accounts/web/account-parts.ts'
import { mergeCart } from '#modules/accounts/web/merge-cart.ts'
import { loginSteps } from '#modules/slots/login-steps.ts'

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

export type AskedStep = Pick<LoginStep, 'title' | 'Part'> & Pick<LoginStepProps, 'asked'>

/** Returns the step of a module that a failed login asks for. */
export function stepAskedBy(answer: Extract<ApiAnswer<unknown>, { ok: false }>): AskedStep | undefined {
	const step = loginSteps.find(({ code }) => code === answer.code)
	return step && { title: step.title, Part: step.Part, asked: answer.extra }
}
