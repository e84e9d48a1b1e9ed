/**
 * Moves the focus after a change caused by an answer, unless the customer has moved it meanwhile: the focus is on the body
 * only when its element was removed.
 */
export function focusUnlessMoved(target: HTMLElement | null): HTMLElement | null {
	return document.activeElement === document.body ? target : null
}
