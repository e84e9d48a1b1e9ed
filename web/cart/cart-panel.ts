/** The id of the cart dropdown; its button and whoever adds to the cart open it by this name. */
export const cartPanelId = 'carrito-panel'

/** Opens the cart dropdown, as adding an item does. Nothing happens where it is open already. */
export function openCartPanel(): void {
	const panel = document.getElementById(cartPanelId)
	if (panel && !panel.matches(':popover-open')) panel.showPopover()
}

export function closeCartPanel(): void {
	document.getElementById(cartPanelId)?.hidePopover()
}
