const name = 'utm_source'

/**
 * Keeps the first source of this visit until its tab closes, in characters that a header may have. Without storage the
 * visit has none.
 */
export function keepSource(): void {
	// The address that was opened: the page's own may have changed since.
	const [opened] = performance.getEntriesByType('navigation')
	const source = new URL(opened?.name ?? location.href).searchParams.get(name)?.trim() ?? ''
	try {
		if (source === '' || sessionStorage.getItem(name) !== null) return
		sessionStorage.setItem(name, encodeURIComponent(source).slice(0, 100))
	} catch (error) {
		console.warn('this tab keeps nothing', error)
	}
}

/** The header that names this visit's source with an order; the server normalises it. */
export function sourceHeaders(): Record<string, string> {
	try {
		const source = sessionStorage.getItem(name)
		return source === null ? {} : { 'utm-source': source }
	} catch (error) {
		console.warn('this tab keeps nothing', error)
		return {}
	}
}
