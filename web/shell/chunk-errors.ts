import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let hasChunkFailed = false

/**
 * Notices when code of the page could not be fetched. Many browsers (Chromium up to 150 among them) remember that for as long
 * as the page lives and never ask again, and after an update of the shop the file may be gone for good.
 */
export function watchChunkErrors(): void {
	window.addEventListener('vite:preloadError', () => {
		hasChunkFailed = true
	})
}

/** Opens the next screen as a new page where code is missing: only a new page asks for it again. */
export function useReloadAfterChunkError(): void {
	const { pathname } = useLocation()
	const place = useRef(pathname)
	useEffect(() => {
		const isElsewhere = place.current !== pathname
		place.current = pathname
		// Without a connection a new page would be the browser's own error.
		if (isElsewhere && hasChunkFailed && navigator.onLine) window.location.reload()
	}, [pathname])
}
