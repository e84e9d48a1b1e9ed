import { useEffect } from 'react'
import { readText } from '#core/web/ui/browser-storage.ts'
import { unpaidKey } from '#modules/checkout/web/unpaid-key.ts'

/** Offline, the cart is settled at the next visit. */
const ignore = () => {}

function look(): void {
	if (readText(unpaidKey))
		import('#modules/checkout/web/unpaid-orders.ts').then(({ watchUnpaid }) => watchUnpaid(), ignore)
}

/** Removes the lines of orders paid in another browser from the cart, when the shop opens or becomes visible. */
export function usePaidElsewhere(): void {
	useEffect(() => {
		look()
		window.addEventListener('pageshow', look)
		return () => window.removeEventListener('pageshow', look)
	}, [])
}
