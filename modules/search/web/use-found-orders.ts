import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { useDebounced } from '#core/web/ui/use-debounced.ts'
import { readOrderSearch } from '#modules/search/order-search.ts'
import { findOrders } from '#modules/staff-orders/endpoints.ts'
import type { FindOrdersAnswer } from '#modules/staff-orders/shapes/find-orders.ts'

const debounceMs = 150

interface FoundOrders extends FindOrdersAnswer {
	/** Whether the results belong to the current text. */
	readonly isSettled: boolean
	readonly isError: boolean
}

const none: FindOrdersAnswer = { results: [], hay_mas: false }

/** Returns the orders that match the typed text, debounced. */
export function useFoundOrders(typed: string, isOn: boolean): FoundOrders {
	const text = typed.trim()
	const q = useDebounced(text, debounceMs)
	const isEnabled = isOn && readOrderSearch(q) !== undefined
	const { data, error, isError, isSuccess, isPlaceholderData } = useQuery({
		queryKey: [...panelKey, 'buscar', q],
		queryFn: () => fetchFrom(findOrders, { query: { q } }),
		enabled: isEnabled,
		placeholderData: keepPreviousData,
		staleTime: 0,
		// Customers' names are removed from the cache as soon as they are not shown.
		gcTime: 0,
	})
	useEffect(() => {
		if (error) console.error('the search failed', error)
	}, [error])
	const isSettled = isEnabled && q === text && isSuccess && !isPlaceholderData
	return { ...(isEnabled && data && !isError ? data : none), isSettled, isError: isEnabled && isError }
}
