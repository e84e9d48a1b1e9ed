import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { headOf } from '#web/site/site-map.ts'
import { clearNotices } from '#web/ui/notices-store.ts'

function setMeta(name: string, content: string): void {
	document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content)
}

/** Tells the browser's tab and meta tags what `pathname` is; the server wrote them for the first page. */
function updateHead(pathname: string): void {
	const head = headOf(pathname)
	document.title = head.title
	setMeta('description', head.description)
	setMeta('robots', head.isIndexed ? 'index, follow' : 'noindex')
	document.querySelector('link[rel="canonical"]')?.setAttribute('href', window.location.origin + pathname)
}

/** What somebody does who has begun to read or to move before the part that an anchor names is there. */
const ownMoves = ['wheel', 'touchmove', 'keydown'] as const

/**
 * Calls `then` with the element of that id as soon as it is in the page, however slow the network is, unless who waits for it
 * begins to move by themselves. Gives the way to stop waiting.
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

/** Ends a glide where it began when somebody goes back meanwhile: it would go on over the place that the browser puts the page. */
function endOnWayBack(): void {
	const top = window.scrollY
	const stop = () => window.scrollTo({ top, behavior: 'instant' })
	const end = () => {
		stop()
		// What the glide had drawn ahead is added to that once more.
		requestAnimationFrame(() => requestAnimationFrame(stop))
	}
	window.addEventListener('popstate', end, { once: true })
	window.addEventListener('scrollend', () => window.removeEventListener('popstate', end), { once: true })
}

/**
 * Brings a part of the page into view, and the keyboard to it: the next Tab goes on from there. Only here anything glides, and only
 * within a page: on the way back the browser alone puts the page where it was.
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
 * Puts reading and keyboard where a newly loaded page would have them: at the anchor, or at the top of the content. Gives the
 * way to stop waiting for an anchor whose part of the page is still on its way.
 */
function moveTo(hash: string, isHere: boolean): (() => void) | undefined {
	if (hash !== '') return whenThere(hash.slice(1), (part) => goTo(part, isHere))
	window.scrollTo({ top: 0, behavior: 'instant' })
	document.getElementById('contenido')?.focus({ preventScroll: true })
	return undefined
}

/** What a full page load would do by itself, for every way inside the shop; going back keeps the browser's own place. */
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
		}
		return type === 'PUSH' || (isElsewhere && type === 'REPLACE') ? moveTo(hash, !isElsewhere) : undefined
	}, [key, pathname, hash, type])
}
