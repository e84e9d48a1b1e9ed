import { useQuery } from '@tanstack/react-query'
import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import { fetchApi } from '#web/session/query-client.tsx'

/** What the shop offers at the checkout: gateways, station, bank account. It does not change while the page is open. */
export function useCheckoutOptions() {
	return useQuery({
		queryKey: ['checkout'],
		queryFn: () => fetchApi<CheckoutOptions>('/api/checkout/'),
		staleTime: Number.POSITIVE_INFINITY,
	})
}
