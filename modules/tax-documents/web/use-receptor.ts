import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { CheckoutForm } from '#modules/checkout/web/checkout-form.ts'
import { receptorFieldId } from '#modules/checkout/web/checkout-problems.ts'
import { focusField } from '#modules/checkout/web/focus-field.ts'
import type { CompradorField, FacturaField, ReceptorProblems } from '#modules/tax-documents/receptor.ts'

/**
 * Whether the buyer is required: by the displayed total (`isAbove`), or because the server said so with its own total.
 * `onReceptor` shows the server's refusal at the buyer's field.
 */
export function useReceptor(
	{ documento }: CheckoutForm,
	isAbove: boolean,
	report: (problems: ReceptorProblems) => void,
) {
	const [isSaid, setSaid] = useState(false)
	function onReceptor(field: FacturaField | CompradorField, text: string): void {
		flushSync(() => {
			if (documento === 'boleta') setSaid(true)
			report({ [field]: text })
		})
		focusField(receptorFieldId(field))
	}
	return { requiresBuyer: isAbove || isSaid, onReceptor }
}
