import { flushSync } from 'react-dom'

/**
 * Makes a change that takes away what has the focus, and puts the focus into what `find` gives afterwards, a heading too:
 * whoever uses a keyboard would start over at the top of the page.
 */
export function updateAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
	flushSync(change)
	const target = find()
	if (!target) return
	if (target.tabIndex < 0) target.tabIndex = -1
	target.focus()
}
