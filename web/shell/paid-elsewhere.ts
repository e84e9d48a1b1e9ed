import { useEffect } from 'react'
import { unpaidOrders } from '#web/orders/unpaid-orders.ts'

/** Empties the cart of orders that were paid in another browser, whenever the shop is opened or comes back into view. */
export function usePaidElsewhere(): void {
	useEffect(() => {
		let isBusy = false
		async function look(): Promise<void> {
			if (isBusy || document.hidden || unpaidOrders().length === 0) return
			isBusy = true
			try {
				const { settleUnpaid } = await import('#web/orders/settle-unpaid.ts')
				await settleUnpaid()
			} finally {
				isBusy = false
			}
		}
		const onReturn = () => void look().catch((error: unknown) => console.warn('unpaid orders were not read', error))
		onReturn()
		document.addEventListener('visibilitychange', onReturn)
		window.addEventListener('pageshow', onReturn)
		return () => {
			document.removeEventListener('visibilitychange', onReturn)
			window.removeEventListener('pageshow', onReturn)
		}
	}, [])
}
