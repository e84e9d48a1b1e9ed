import { useEffect } from 'react'
import { unpaidKey } from '#web/orders/unpaid-key.ts'
import { readText } from '#web/ui/browser-storage.ts'

/** Without a connection the cart stays as it is until the next visit. */
const ignore = () => {}

function look(): void {
	if (readText(unpaidKey)) import('#web/orders/settle-unpaid.ts').then(({ watchUnpaid }) => watchUnpaid(), ignore)
}

/** Empties the cart of orders that were paid in another browser, whenever the shop is opened or comes back into view. */
export function usePaidElsewhere(): void {
	useEffect(() => {
		look()
		window.addEventListener('pageshow', look)
		return () => window.removeEventListener('pageshow', look)
	}, [])
}
