import { useEffect, useState } from 'react'
import { type CheckoutForm, readCheckoutForm } from '#modules/checkout/web/checkout-form.ts'
import { type CheckoutProblems, noProblems } from '#modules/checkout/web/checkout-problems.ts'
import { readFromSession, saveToSession } from '#modules/checkout/web/tab-storage.ts'

const formKey = 'pago'

/** Form state, stored in the tab across a reload and the gateway's page. */
export function useCheckoutForm() {
	const [form, setForm] = useState(() => readCheckoutForm(readFromSession(formKey)))
	const [problems, setProblems] = useState<CheckoutProblems>(noProblems)
	useEffect(() => saveToSession(formKey, form), [form])
	const change = (values: Partial<CheckoutForm>) => setForm((before) => ({ ...before, ...values }))
	/** Applies the result of a code, unless it was edited meanwhile. */
	const judged = (cupon: string, verdict: Pick<CheckoutForm, 'cupon_estado' | 'cupon_valor'>) =>
		setForm((before) => (before.cupon === cupon ? { ...before, ...verdict } : before))
	const report = (next: Partial<CheckoutProblems>) => setProblems((before) => ({ ...before, ...next }))
	return { form, change, judged, problems, report }
}

/** After an order the next one starts with empty fields. */
export function clearCheckoutForm(): void {
	saveToSession(formKey, undefined)
}
