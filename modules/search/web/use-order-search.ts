import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { type ComboboxPlace, moveCombobox } from '#core/web/ui/fields.tsx'
import { useDebounced } from '#core/web/ui/hooks.ts'
import { readOrderSearch } from '#modules/orders/staff/order-search.ts'
import { findOrders } from '#modules/search/endpoints.ts'
import type { FindOrdersAnswer } from '#modules/search/shapes.ts'
import { defaultIndex, foundText } from '#modules/search/web/found-text.ts'

const closed: ComboboxPlace = { isOpen: false, active: -1 }

/** Calls `then` for an Enter that was pressed before the results arrived, once they are there. Returns its setter. */
function useWhenSettled(isSettled: boolean, then: () => void): (isPending: boolean) => void {
	const [isPending, setPending] = useState(false)
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the awaited answer is there
	useEffect(() => {
		if (!isPending || !isSettled) return
		setPending(false)
		then()
	}, [isPending, isSettled])
	return setPending
}

/** State of the search: results, active option, and handlers. `onSearch` searches the list below for the typed text. */
export function useOrderSearch(searched = '', onSearch?: (text: string) => void) {
	const navigate = useNavigate()
	const { linkWith } = usePanelAddress()
	const [text, setText] = useState(searched)
	const [place, setPlace] = useState(closed)
	const { results, hay_mas, isSettled, isError } = useFoundOrders(text, place.isOpen)

	function type(next: string): void {
		setText(next)
		setPlace({ isOpen: next !== '', active: -1 })
		setEnterPending(false)
		if (next === '' && searched !== '') onSearch?.('')
	}
	// Another search of the list, as after clearing its filters, is written to the field.
	useEffect(() => setText(searched), [searched])
	function pick(index: number): void {
		const order = results[index]
		if (!order) return
		setText(searched)
		setPlace(closed)
		void navigate(linkWith({ orden: order.id }))
	}
	function openDefault(): void {
		const index = defaultIndex(results, text)
		if (index !== undefined) pick(index)
		else if (results.length > 0) setPlace({ isOpen: true, active: 0 })
	}
	const setEnterPending = useWhenSettled(isSettled, openDefault)
	const close = () => setPlace(closed)
	function searchList(): void {
		close()
		onSearch?.(text.trim())
	}
	function openSoon(): void {
		if (!place.isOpen) setPlace({ isOpen: true, active: -1 })
		setEnterPending(true)
	}
	function onKeyDown(event: KeyboardEvent): void {
		if (event.key === 'Enter' && place.active < 0 && text !== '') {
			event.preventDefault()
			if (onSearch) searchList()
			else openSoon()
			return
		}
		const move = moveCombobox(place, event.key, results.length)
		if (!move) return
		if (event.key !== 'Tab') event.preventDefault()
		if ('pick' in move) pick(move.pick)
		else setPlace(move.place)
	}
	const foundStatus = isSettled ? foundText(results.length, hay_mas) : ''
	const statusText = isError ? 'No pudimos buscar. Intenta nuevamente.' : foundStatus
	return { text, results, place, statusText, type, pick, onKeyDown, close, searchList }
}

const debounceMs = 150

interface FoundOrders extends FindOrdersAnswer {
	/** Whether the results belong to the current text. */
	readonly isSettled: boolean
	readonly isError: boolean
}

const none: FindOrdersAnswer = { results: [], hay_mas: false }

/** Returns the orders that match the typed text, debounced. */
function useFoundOrders(typed: string, isOn: boolean): FoundOrders {
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
