import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { useDebounced } from '#core/web/ui/hooks.ts'
import { suggestAddresses } from '#modules/delivery/endpoints.ts'
import type { AddressSuggestion } from '#modules/delivery/shapes/suggest-addresses.ts'
import { shortestAddress } from '#modules/delivery/shortest-address.ts'

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
