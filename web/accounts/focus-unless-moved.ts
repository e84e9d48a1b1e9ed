/**
 * What is to have the focus after a change that an answer brought, unless the customer has gone on to something else meanwhile:
 * only what had the focus and is taken away leaves it on the page's body.
 */
export function focusUnlessMoved(target: HTMLElement | null): HTMLElement | null {
	return document.activeElement === document.body ? target : null
}
