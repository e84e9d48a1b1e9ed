import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatRut } from '#core/rules/rut.ts'
import { fetchFrom, profileKey } from '#core/web/session/query-client.tsx'
import { readProfile } from '#modules/accounts/profile-endpoints.ts'
import { type CheckoutForm, isBlank } from '#modules/checkout/web/checkout-form.ts'

/**
 * Fills in empty phone and company fields from the account. Returns the account's address as a suggestion only: an order may
 * go elsewhere.
 */
export function useSavedContact(form: CheckoutForm, change: (values: Partial<CheckoutForm>) => void): string {
	const { data } = useQuery({
		queryKey: profileKey,
		queryFn: () => fetchFrom(readProfile),
		retry: false,
	})
	const telefono = data?.telefono ?? ''
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is offered once, when it is known
	useEffect(() => {
		if (telefono !== '' && form.telefono === '') change({ telefono })
	}, [telefono])
	const factura = data?.factura
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is offered once, when it is known
	useEffect(() => {
		if (factura && isBlank(form.factura)) change({ factura: { ...factura, rut: formatRut(factura.rut) } })
	}, [factura])
	return data?.direccion ?? ''
}
