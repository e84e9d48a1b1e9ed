import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { quoteDelivery } from '#contract/delivery/endpoints.ts'
import type { QuoteDeliveryAnswer } from '#contract/delivery/quote-delivery.ts'
import type { AddressSuggestion } from '#contract/delivery/suggest-addresses.ts'
import { quoteMinutes } from '#domain/delivery/tariff.ts'
import { CallFailed, fetchFrom } from '#web/session/query-client.tsx'

/** Where to: a place from the list (`numero`: what was written beside a street without one), or an address as it was typed. */
export type DeliveryTarget = { readonly lugar_id: string; readonly numero?: string } | { readonly direccion: string }

/** What the checkout knows of the delivery's cost. */
export type DeliveryCost =
	| { readonly state: 'none' | 'measuring' }
	/** It could not be placed; `opciones` is what it may mean. */
	| { readonly state: 'unknown_address'; readonly text: string; readonly opciones: readonly AddressSuggestion[] }
	/** A number is written beside the street that may be the house's or not. */
	| { readonly state: 'unclear_number'; readonly text: string }
	/** The look-up failed: it costs nothing, and nothing is blocked. */
	| { readonly state: 'failed' }
	| { readonly state: 'known'; readonly quote: QuoteDeliveryAnswer }

/** A page that stays open longer than a quote lives asks again before its end. */
const renewMs = (quoteMinutes - 5) * 60_000

function costFrom(answer: { data: QuoteDeliveryAnswer | undefined; error: Error | null }): DeliveryCost {
	if (answer.data) return { state: 'known', quote: answer.data }
	const { error } = answer
	if (!error) return { state: 'measuring' }
	if (error instanceof CallFailed && error.refusal.code === 'direccion_desconocida') {
		// What the shop's own server answers; an older one sends none.
		const opciones = (error.refusal.extra.opciones ?? []) as readonly AddressSuggestion[]
		return { state: 'unknown_address', text: error.refusal.text, opciones }
	}
	if (error instanceof CallFailed && error.refusal.code === 'numero_de_casa')
		return { state: 'unclear_number', text: error.refusal.text }
	return { state: 'failed' }
}

/** What delivery to `target` costs, as the server signs it. */
export function useDeliveryQuote(target: DeliveryTarget | undefined, sesion: string) {
	const query = useQuery({
		queryKey: ['cotizacion', target],
		queryFn: () => fetchFrom(quoteDelivery, { query: { ...target, sesion } }),
		enabled: target !== undefined,
		staleTime: renewMs,
		refetchInterval: renewMs,
		retry: 1,
	})
	const cost: DeliveryCost = target ? costFrom(query) : { state: 'none' }
	useEffect(() => {
		if (cost.state === 'failed') console.error('the delivery distance could not be looked up')
	}, [cost.state])
	return { cost, askAgain: query.refetch }
}
