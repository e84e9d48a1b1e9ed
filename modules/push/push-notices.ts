import { type AlertKind, panelQuery } from '#core/rules/staff-panel.ts'

export const pushKindText: Readonly<Record<AlertKind, string>> = {
	orden_pagada: 'Nuevo pedido',
	comprobante: 'Comprobante por revisar',
	caso: 'Caso por resolver',
	stock_bajo: 'Stock bajo',
	ronda_atrasada: 'Entrega atrasada',
	alarma: 'Problema de la tienda',
}

/** The results of a test, by the push service's answer. */
export const pushOutcomes = ['enviado', 'vencido', 'rechazado', 'sin_respuesta'] as const
export type PushOutcome = (typeof pushOutcomes)[number]

/** How long a push service keeps a notice for an offline phone, in seconds. */
export const pushSeconds: Readonly<Record<AlertKind | 'prueba', number>> = {
	orden_pagada: 24 * 3600,
	comprobante: 24 * 3600,
	caso: 24 * 3600,
	stock_bajo: 24 * 3600,
	ronda_atrasada: 3600,
	alarma: 24 * 3600,
	prueba: 300,
}

/** The subject of a notice: an order by its number and id, a round by its id, or only its kind. */
export interface PushSubject {
	readonly nro_orden: number | null
	readonly orden_id: string | null
	readonly ronda_id: string | null
}

const panelPath = (query: URLSearchParams) => `/perfil?${query}`

function pathOf(kind: AlertKind, { orden_id, ronda_id }: PushSubject): string {
	if (kind === 'stock_bajo') return panelPath(panelQuery({ seccion: 'stock' }))
	if (kind === 'alarma') return panelPath(panelQuery())
	const query = panelQuery(ronda_id === null && orden_id !== null ? { orden: orden_id } : { seccion: 'reparto' })
	if (ronda_id !== null) query.set('ronda', ronda_id)
	return panelPath(query)
}

/** The text of a notice, which a locked screen shows: its kind and an order's number, without personal data. */
export function pushText(kind: AlertKind, subject: PushSubject): { title: string; body: string; path: string } {
	const { nro_orden } = subject
	const open = 'Ábrelo en el panel.'
	const path = pathOf(kind, subject)
	if (kind === 'orden_pagada') return { title: `${pushKindText[kind]} ${nro_orden ?? ''}`.trim(), body: open, path }
	return { title: pushKindText[kind], body: nro_orden === null ? open : `Orden ${nro_orden}`, path }
}

export const testPushText = {
	title: 'Aviso de prueba',
	body: 'Este dispositivo recibe los avisos de la tienda.',
	path: panelPath(panelQuery({ seccion: 'avisos' })),
} as const
