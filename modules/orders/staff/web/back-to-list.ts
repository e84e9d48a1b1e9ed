import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

/** The visits to an order that began at a list: in the browser's history that list is just behind each of them. */
const fromList = new Set<string>()

/** Notes, where lists and orders take turns, which orders were opened from a list. */
export function useVisitsFromList(): void {
	const { key, search } = useLocation()
	const type = useNavigationType()
	const isList = !new URLSearchParams(search).has('orden')
	const wasList = useRef(isList)
	useEffect(() => {
		if (type === 'PUSH' && wasList.current && !isList) fromList.add(key)
		wasList.current = isList
	}, [key, type, isList])
}

/**
 * Handles a click on the link to the list: goes back in the history when the order was opened from the list, which restores
 * its page and scroll position; otherwise the link is followed.
 */
export function useBackToList(): (click: MouseEvent) => void {
	const { key } = useLocation()
	const navigate = useNavigate()
	return (click) => {
		const isOther = click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey
		if (isOther || !fromList.has(key)) return
		click.preventDefault()
		// The link goes away with its screen, and the keyboard would have to begin at the top of the page.
		document.getElementById('contenido')?.focus({ preventScroll: true })
		void navigate(-1)
	}
}
