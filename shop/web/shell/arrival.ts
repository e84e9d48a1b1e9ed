import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { clearNotices } from '#core/web/ui/notices.tsx'
import { readText } from '#core/web/ui/store.ts'
import { unpaidKey } from '#modules/checkout/web/unpaid-key.ts'
import { headOf } from '#shop/web/site-map.ts'

function setMeta(name: string, content: string): void {
	document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content)
}

/** Updates title and meta tags for `pathname`; the server rendered those of the first page. */
function updateHead(pathname: string): void {
	const head = headOf(pathname)
	document.title = head.title
	setMeta('description', head.description)
	setMeta('robots', head.isIndexed ? 'index, follow' : 'noindex')
	document.querySelector('link[rel="canonical"]')?.setAttribute('href', window.location.origin + pathname)
}

/** Events of a visitor who reads or moves before the anchor's element exists. */
const ownMoves = ['wheel', 'touchmove', 'keydown'] as const

/**
 * Calls `then` with the element of that id once it exists, on any network speed, unless the visitor moves first. Returns the
 * cancel function.
 */
function whenThere(id: string, then: (element: HTMLElement) => void): () => void {
	const ended = new AbortController()
	const stop = () => ended.abort()
	const look = () => {
		const element = document.getElementById(id)
		if (!element) return
		stop()
		then(element)
	}
	const observer = new MutationObserver(look)
	ended.signal.addEventListener('abort', () => observer.disconnect())
	observer.observe(document.body, { childList: true, subtree: true })
	for (const move of ownMoves) window.addEventListener(move, stop, { signal: ended.signal, passive: true })
	look()
	return stop
}

/** Ends a smooth scroll on back navigation, which would override the scroll restoration. */
function endOnWayBack(): void {
	const top = window.scrollY
	const stop = () => window.scrollTo({ top, behavior: 'instant' })
	const end = () => {
		stop()
		// The next frame of the scroll would be added again.
		requestAnimationFrame(() => requestAnimationFrame(stop))
	}
	window.addEventListener('popstate', end, { once: true })
	window.addEventListener('scrollend', () => window.removeEventListener('popstate', end), { once: true })
}

/**
 * Scrolls to an element and moves the focus start point there. Smooth only within a page: on back navigation the browser
 * restores the position.
 */
function goTo(part: HTMLElement, isHere: boolean): void {
	const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
	const glides = isHere && !isStill
	if (glides) endOnWayBack()
	part.scrollIntoView({ behavior: glides ? 'smooth' : 'instant' })
	part.tabIndex = -1
	part.focus({ preventScroll: true })
}

/**
 * Resets scroll and focus like a page load: at the anchor, or at the top of the content. Returns the function that stops
 * waiting for an anchor.
 */
function moveTo(hash: string, isHere: boolean): (() => void) | undefined {
	if (hash !== '') return whenThere(hash.slice(1), (part) => goTo(part, isHere))
	window.scrollTo({ top: 0, behavior: 'instant' })
	document.getElementById('contenido')?.focus({ preventScroll: true })
	return undefined
}

let hasChunkFailed = false

/**
 * Detects failed chunk loads. Many browsers (Chromium up to 150 among them) cache the failure for the life of the page, and
 * after an update the file may no longer exist.
 */
export function watchChunkErrors(): void {
	window.addEventListener('vite:preloadError', () => {
		hasChunkFailed = true
	})
}

/** Does a page load's scroll and focus reset for client-side navigation; back navigation restores the browser's position. */
export function useArrival(): void {
	const { pathname, hash, key } = useLocation()
	const type = useNavigationType()
	const first = useRef(true)
	const place = useRef(pathname)
	// biome-ignore lint/correctness/useExhaustiveDependencies: `key` is one arrival, also at the same anchor again
	useEffect(() => {
		if (first.current) {
			first.current = false
			return undefined
		}
		const isElsewhere = place.current !== pathname
		place.current = pathname
		if (isElsewhere) {
			updateHead(pathname)
			clearNotices()
			// After a failed chunk the next screen opens as a document, which loads it again. Offline that would be the browser's error.
			if (hasChunkFailed && navigator.onLine) window.location.reload()
		}
		return type === 'PUSH' || (isElsewhere && type === 'REPLACE') ? moveTo(hash, !isElsewhere) : undefined
	}, [key, pathname, hash, type])
}

/** Offline, the cart is settled at the next visit. */
const ignore = () => {}

function look(): void {
	if (readText(unpaidKey))
		import('#modules/checkout/web/unpaid-orders.ts').then(({ watchUnpaid }) => watchUnpaid(), ignore)
}

/** Removes the lines of orders paid in another browser from the cart, when the shop opens or becomes visible. */
export function usePaidElsewhere(): void {
	useEffect(() => {
		look()
		window.addEventListener('pageshow', look)
		return () => window.removeEventListener('pageshow', look)
	}, [])
}
