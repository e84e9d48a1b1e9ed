import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { headOf } from '#web/heads.ts'
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

/** Puts reading and keyboard where a newly loaded page would have them: at the anchor, or at the top of the content. */
function moveTo(hash: string): void {
	const target = document.getElementById(hash.slice(1))
	if (target) {
		target.scrollIntoView()
		return
	}
	window.scrollTo({ top: 0, behavior: 'instant' })
	document.getElementById('contenido')?.focus({ preventScroll: true })
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
			return
		}
		const isElsewhere = place.current !== pathname
		place.current = pathname
		if (isElsewhere) {
			updateHead(pathname)
			clearNotices()
		}
		if (type === 'PUSH' || (isElsewhere && type === 'REPLACE')) moveTo(hash)
	}, [key, pathname, hash, type])
}
