import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

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

/** After a failed chunk the next screen opens as a document, which loads it again. */
export function useReloadAfterChunkError(): void {
	const { pathname } = useLocation()
	const place = useRef(pathname)
	useEffect(() => {
		const isElsewhere = place.current !== pathname
		place.current = pathname
		// Offline, a document load would show the browser's error page.
		if (isElsewhere && hasChunkFailed && navigator.onLine) window.location.reload()
	}, [pathname])
}
