import { useEffect, useRef } from 'react'
import { notify } from '#core/web/ui/notices-store.ts'
import { focusField } from '#modules/checkout/web/focus-field.ts'
import type { DeliveryCost } from '#modules/delivery/web/use-delivery-quote.ts'

/**
 * Defers a confirmation until the delivery price arrives: then focuses the address when it cannot be delivered to, else the
 * total, which must be seen before it is accepted. Returns the start function; `ask` requests the price first.
 */
export function useAwaitedCost(cost: DeliveryCost): (ask?: () => void) => void {
	const isAwaited = useRef(false)
	useEffect(() => {
		if (!isAwaited.current || cost.state === 'measuring' || cost.state === 'none') return
		isAwaited.current = false
		const isBlocked = cost.state === 'unknown_address' || (cost.state === 'known' && cost.quote.fuera_de_cobertura)
		if (cost.state === 'unclear_number') focusField('numero')
		else if (isBlocked) focusField('calle')
		else notify('Tu total ya incluye el despacho. Revísalo y confirma.', 'done')
	})
	return (ask) => {
		isAwaited.current = true
		ask?.()
	}
}
