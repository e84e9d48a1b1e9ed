import { useQuery } from '@tanstack/react-query'
import { readCheckout } from '#contract/orders/endpoints.ts'
import { fetchFrom } from '#web/session/query-client.tsx'

/** Checkout options: gateways, station, bank account. Loaded once per page. */
export function useCheckoutOptions() {
	return useQuery({
		queryKey: ['checkout'],
		queryFn: () => fetchFrom(readCheckout),
		staleTime: Number.POSITIVE_INFINITY,
	})
}
