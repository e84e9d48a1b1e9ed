/** The id of the cart dropdown; its button and whoever adds to the cart open it by this name. */
export const cartPanelId = 'carrito-panel'

/** The id of the cart's voice: what changed in it, for who does not see it. */
export const cartStatusId = 'carrito-estado'

/** Has a screen reader say what changed in the cart. */
export function announceCart(text: string): void {
	const status = document.getElementById(cartStatusId)
	if (status) status.textContent = text
}

/** Opens the cart dropdown, as adding an item does. Nothing happens where it is open already. */
export function openCartPanel(): void {
	const panel = document.getElementById(cartPanelId)
	if (panel && !panel.matches(':popover-open')) panel.showPopover()
}

/** Closes the cart dropdown, if it is open. */
export function closeCartPanel(): void {
	document.getElementById(cartPanelId)?.hidePopover()
}
