import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { CompradorField, FacturaField, ReceptorProblems } from '#domain/tax-documents/receptor.ts'
import type { CheckoutForm } from '#web/orders/checkout-form.ts'
import { receptorFieldId } from '#web/orders/checkout-problems.ts'
import { focusField } from '#web/orders/focus-field.ts'

/**
 * Whether the law asks who buys: by the total that the page shows (`isAbove`), or because the shop said so, which works the
 * total out itself. `onReceptor` shows what the shop refuses about whom the document names, in its field.
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
	return { asksBuyer: isAbove || isSaid, onReceptor }
}
