import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let isCodeMissing = false

/**
 * Notices when code of the page could not be fetched. Many browsers (Chromium up to 150 among them) remember that for as long
 * as the page lives and never ask again, and after an update of the shop the file may be gone for good.
 */
export function watchForMissingCode(): void {
	window.addEventListener('vite:preloadError', () => {
		isCodeMissing = true
	})
}

/** Opens the next screen as a new page where code is missing: only a new page asks for it again. */
export function useNewPageForMissingCode(): void {
	const { pathname } = useLocation()
	const place = useRef(pathname)
	useEffect(() => {
		const isElsewhere = place.current !== pathname
		place.current = pathname
		// Without a connection a new page would be the browser's own error.
		if (isElsewhere && isCodeMissing && navigator.onLine) window.location.reload()
	}, [pathname])
}
