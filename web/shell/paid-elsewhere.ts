import { useEffect } from 'react'
import { unpaidKey } from '#web/orders/unpaid-key.ts'
import { readText } from '#web/ui/browser-storage.ts'

/** Offline, the cart is settled at the next visit. */
const ignore = () => {}

function look(): void {
	if (readText(unpaidKey)) import('#web/orders/settle-unpaid.ts').then(({ watchUnpaid }) => watchUnpaid(), ignore)
}

/** Removes the lines of orders paid in another browser from the cart, when the shop opens or becomes visible. */
export function usePaidElsewhere(): void {
	useEffect(() => {
		look()
		window.addEventListener('pageshow', look)
		return () => window.removeEventListener('pageshow', look)
	}, [])
}
