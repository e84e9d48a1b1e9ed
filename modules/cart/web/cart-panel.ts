/** Element id of the cart dropdown, used to open it. */
export const cartPanelId = 'carrito-panel'

/** Element id of the cart's live region. */
export const cartStatusId = 'carrito-estado'

/** Announces a cart change to screen readers. */
export function announceCart(text: string): void {
	const status = document.getElementById(cartStatusId)
	if (status) status.textContent = text
}

/** Opens the cart dropdown, unless open. */
export function openCartPanel(): void {
	const panel = document.getElementById(cartPanelId)
	if (panel && !panel.matches(':popover-open')) panel.showPopover()
}

/** Closes the cart dropdown, if open. */
export function closeCartPanel(): void {
	document.getElementById(cartPanelId)?.hidePopover()
}
