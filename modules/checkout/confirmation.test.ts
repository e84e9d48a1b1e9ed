import { expect, test } from 'vitest'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { TipoEntrega } from '#modules/delivery/delivery.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { confirmationMessage } from './confirmation.ts'

const order = (metodoPago: MetodoPago, estado: Estado, tipo_entrega: TipoEntrega = 'retiro') => ({
	nro_orden: 1001,
	estado,
	total: 29_990,
	metodo_pago: metodoPago,
	tipo_entrega,
	llega_hasta: null,
})

test.each<[MetodoPago, Estado, string, string]>([
	['flow', 'pendiente', 'Tu pago todavía está pendiente.', 'Te avisaremos por correo apenas se confirme.'],
	[
		'transferencia',
		'pendiente',
		'¡Gracias! Recibimos tu pedido.',
		'Sube el comprobante de tu transferencia para que la confirmemos.',
	],
	[
		'efectivo',
		'pendiente',
		'¡Gracias! Recibimos tu pedido.',
		'Pagas en efectivo al recibirlo. Te contactaremos para coordinar el retiro.',
	],
	[
		'flow',
		'en_revision',
		'Recibimos tu pago y lo estamos revisando.',
		'Te avisaremos por correo apenas esté confirmado.',
	],
	['transferencia', 'en_revision', 'Recibimos tu comprobante.', 'Te avisaremos por correo apenas esté confirmado.'],
	[
		'flow',
		'pagada',
		'¡Gracias! Tu pago está confirmado.',
		'Te enviamos el detalle por correo y te contactaremos para coordinar el retiro.',
	],
	['flow', 'cancelado', 'Esta orden fue cancelada.', 'Si tienes dudas, escríbenos.'],
])('writes the first and last line for an order by %s in state %s', (metodo, estado, first, last) => {
	const lines = confirmationMessage(order(metodo, estado)).split('\n')
	expect([lines[0], lines.at(-1)]).toEqual([first, last])
})

test('mentions the delivery of an order that is delivered', () => {
	expect(confirmationMessage(order('flow', 'pagada', 'despacho'))).toContain('para coordinar el despacho.')
})

test('names the last day of a delivery instead, paid or in cash at the door', () => {
	const promise = 'Llega a más tardar el miércoles 2 de diciembre; ese día te decimos la hora.'
	const promised = { tipo_entrega: 'despacho', llega_hasta: '2026-12-02' } as const
	const lastOf = (metodo: MetodoPago, estado: Estado) =>
		confirmationMessage({ ...order(metodo, estado), ...promised })
			.split('\n')
			.at(-1)
	expect(lastOf('flow', 'pagada')).toBe(`${promise} Te enviamos el detalle por correo.`)
	expect(lastOf('efectivo', 'pendiente')).toBe(`Pagas en efectivo al recibirlo. ${promise}`)
})

test.each<[MetodoPago, string]>([
	['flow', 'Tu carrito sigue guardado: puedes intentarlo otra vez.'],
	['transferencia', 'Si ya transferiste, sube el comprobante desde tus órdenes.'],
	['efectivo', 'Si tienes dudas, escríbenos.'],
])('writes the last line for a failed order by %s', (metodo, last) => {
	expect(confirmationMessage(order(metodo, 'fallida')).split('\n')).toEqual([
		'El pago no se completó.',
		'Orden N° 1001 por $29.990.',
		last,
	])
})
