import { flushSync } from 'react-dom'

/**
 * Applies a change that removes the focused element, then focuses the result of `find`, also a heading: otherwise the
 * keyboard focus is lost to the top.
 */
export function updateAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
	flushSync(change)
	const target = find()
	if (!target) return
	if (target.tabIndex < 0) target.tabIndex = -1
	target.focus()
}
