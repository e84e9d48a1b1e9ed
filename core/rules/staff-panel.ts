/** A place in the staff panel: a section (by default the orders), or one order. */
export type PanelPlace =
	| { readonly seccion?: string; readonly grupo?: string; readonly estado?: string }
	| { readonly orden: string }

/** The query of a place's address, after `/perfil?`. */
export function panelQuery(place: PanelPlace = {}): URLSearchParams {
	return new URLSearchParams({ tab: 'admin', ...place })
}

/** The kinds of occasions of which staff are notified at once; each account chooses among them. */
export const alertKinds = ['orden_pagada', 'comprobante', 'caso', 'stock_bajo', 'ronda_atrasada', 'alarma'] as const
export type AlertKind = (typeof alertKinds)[number]
