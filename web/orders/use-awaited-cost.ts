import { useEffect, useRef } from 'react'
import type { DeliveryCost } from '#web/delivery/use-delivery-quote.ts'
import { focusField } from '#web/orders/focus-field.ts'
import { notify } from '#web/ui/notices-store.ts'

/**
 * Who confirms before the delivery has its price is led on when it has one: to the address where nothing can be delivered to it,
 * else to the total, which has to be seen before it is agreed to. Gives how to begin waiting; `ask`
 * asks for the price first.
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
