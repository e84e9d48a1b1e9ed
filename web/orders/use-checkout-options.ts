import { useQuery } from '@tanstack/react-query'
import { readCheckout } from '#contract/orders/endpoints.ts'
import { fetchFrom } from '#web/session/query-client.tsx'

/** What the shop offers at the checkout: gateways, station, bank account. It does not change while the page is open. */
export function useCheckoutOptions() {
	return useQuery({
		queryKey: ['checkout'],
		queryFn: () => fetchFrom(readCheckout),
		staleTime: Number.POSITIVE_INFINITY,
	})
}
