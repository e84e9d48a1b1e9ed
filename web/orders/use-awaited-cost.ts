import { useEffect, useRef } from 'react'
import type { DeliveryCost } from '#web/delivery/use-delivery-quote.ts'
import { focusField } from '#web/orders/focus-field.ts'
import { notify } from '#web/ui/notices-store.ts'

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
