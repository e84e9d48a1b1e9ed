import { expect, it } from 'vitest'
import { type PushSubject, pushText, testPushText } from '#modules/push/push-notices.ts'

const order: PushSubject = { nro_orden: 15, orden_id: 'o-1', ronda_id: null }

it.each([
	['orden_pagada', order, 'Ábrelo en el panel.', '/perfil?tab=admin&orden=o-1'],
	['comprobante', order, 'Orden 15', '/perfil?tab=admin&orden=o-1'],
	['caso', order, 'Orden 15', '/perfil?tab=admin&orden=o-1'],
	['ronda_atrasada', { ...order, ronda_id: 'r-1' }, 'Orden 15', '/perfil?tab=admin&seccion=reparto&ronda=r-1'],
	[
		'stock_bajo',
		{ nro_orden: null, orden_id: null, ronda_id: null },
		'Ábrelo en el panel.',
		'/perfil?tab=admin&seccion=stock',
	],
] as const)('names only the order in a notice of %s, and opens its place in the panel', (kind, about, body, path) => {
	expect(pushText(kind, about)).toEqual({ title: expect.any(String), body, path })
})

it('has the number of a new order in its title', () => {
	expect(pushText('orden_pagada', order).title).toBe('Nuevo pedido 15')
})

it('opens the section of notices for a test', () => {
	expect(testPushText.path).toBe('/perfil?tab=admin&seccion=avisos')
})
