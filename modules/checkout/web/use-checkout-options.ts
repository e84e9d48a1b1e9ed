import { useQuery } from '@tanstack/react-query'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { readCheckout } from '#modules/checkout/endpoints.ts'

/** Checkout options: gateways, station, bank account. Loaded once per page. */
export function useCheckoutOptions() {
	return useQuery({
		queryKey: ['checkout'],
		queryFn: () => fetchFrom(readCheckout),
		staleTime: Number.POSITIVE_INFINITY,
	})
}
