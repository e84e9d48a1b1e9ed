import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallFailed, fetchFrom } from '#core/web/session/query-client.tsx'
import { useDebounced } from '#core/web/ui/hooks.ts'
import { shortestAddress } from '#modules/delivery/address.ts'
import { quoteDelivery, suggestAddresses } from '#modules/delivery/endpoints.ts'
import type { AddressSuggestion, QuoteDeliveryAnswer } from '#modules/delivery/shapes.ts'
import { quoteMinutes } from '#modules/delivery/tariff.ts'

const debounceMs = 200

interface Suggestions {
	readonly results: readonly AddressSuggestion[]
	readonly atribucion: string
}

const none: Suggestions = { results: [], atribucion: '' }

/** Hook for address suggestions, debounced. A failure gives none: a typed address is accepted. */
export function useSuggestions(typed: string, isOn: boolean, sesion: string): Suggestions & { isSettled: boolean } {
	const text = useDebounced(typed.trim(), debounceMs)
	const isEnabled = isOn && text.length >= shortestAddress
	const query = useQuery({
		queryKey: ['sugerencias', text],
		queryFn: () => fetchFrom(suggestAddresses, { query: { q: text, sesion } }),
		enabled: isEnabled,
		placeholderData: keepPreviousData,
		staleTime: 5 * 60_000,
		retry: 1,
	})
	const isSettled = isEnabled && text === typed.trim() && query.isSuccess && !query.isPlaceholderData
	return { ...(isEnabled && query.data ? query.data : none), isSettled }
}

/** Target: a suggestion (`numero`: the typed house number of a street without one), or a typed address. */
export type DeliveryTarget = { readonly lugar_id: string; readonly numero?: string } | { readonly direccion: string }

/** State of the delivery price. */
export type DeliveryCost =
	| { readonly state: 'none' | 'measuring' }
	/** Ambiguous address; `opciones` are the candidates. */
	| { readonly state: 'unknown_address'; readonly text: string; readonly opciones: readonly AddressSuggestion[] }
	/** A number beside the street may be the house number. */
	| { readonly state: 'unclear_number'; readonly text: string }
	/** The lookup failed: delivery is free, and the order is not blocked. */
	| { readonly state: 'failed' }
	| { readonly state: 'known'; readonly quote: QuoteDeliveryAnswer }

/** A quote is renewed before it expires. */
const renewMs = (quoteMinutes - 5) * 60_000

function costFrom(answer: { data: QuoteDeliveryAnswer | undefined; error: Error | null }): DeliveryCost {
	if (answer.data) return { state: 'known', quote: answer.data }
	const { error } = answer
	if (!error) return { state: 'measuring' }
	if (error instanceof CallFailed && error.refusal.code === 'direccion_desconocida') {
		// Answer of the server; an older one omits it.
		const opciones = (error.refusal.extra.opciones ?? []) as readonly AddressSuggestion[]
		return { state: 'unknown_address', text: error.refusal.text, opciones }
	}
	if (error instanceof CallFailed && error.refusal.code === 'numero_de_casa')
		return { state: 'unclear_number', text: error.refusal.text }
	return { state: 'failed' }
}

/** Hook for the signed delivery quote to `target`. */
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

/** Advice for a street unknown to the map. */
export const noAddressText =
	'No encontramos esa dirección en el mapa. Elige la esquina o la estación de metro más cercana y escribe la dirección exacta en el campo siguiente.'
