/** What the staff panel's address says after /perfil?: its section, the orders' when none is named, or the order that is open. */
export function panelQuery(
	open: { readonly seccion?: string; readonly grupo?: string } | { readonly orden: string } = {},
): URLSearchParams {
	return new URLSearchParams({ tab: 'admin', ...open })
}
