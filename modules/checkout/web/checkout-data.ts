import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchFrom, profileKey } from '#core/web/session/query-client.tsx'
import { readProfile } from '#modules/accounts/endpoints.ts'
import { readCheckout } from '#modules/checkout/endpoints.ts'
import type { CheckoutForm } from '#modules/checkout/web/checkout-form.ts'

/** Checkout options: gateways, station, bank account. Loaded once per page. */
export function useCheckoutOptions() {
	return useQuery({
		queryKey: ['checkout'],
		queryFn: () => fetchFrom(readCheckout),
		staleTime: Number.POSITIVE_INFINITY,
	})
}

/** The account whose data the checkout offers; the order goes without, when it cannot be read. */
export const useOfferedProfile = () =>
	useQuery({ queryKey: profileKey, queryFn: () => fetchFrom(readProfile), retry: false })

/**
 * Fills in an empty phone from the account. Returns the account's address as a suggestion only: an order may
 * go elsewhere.
 */
export function useSavedContact(form: CheckoutForm, change: (values: Partial<CheckoutForm>) => void): string {
	const { data } = useOfferedProfile()
	const telefono = data?.telefono ?? ''
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is offered once, when it is known
	useEffect(() => {
		if (telefono !== '' && form.telefono === '') change({ telefono })
	}, [telefono])
	return data?.direccion ?? ''
}
