import { expect, test } from 'vitest'
import { confirmationMessage } from './confirmation.ts'

const order = (metodo_pago: string, estado: string) => ({
	nro_orden: 1001,
	estado,
	total: 29_990,
	metodo_pago,
	tipo_entrega: 'retiro',
})

test.each([
	['flow', 'Tu carrito sigue guardado: puedes intentarlo otra vez.'],
	['transferencia', 'Si ya transferiste, sube el comprobante desde tus órdenes.'],
	['efectivo', 'Si tienes dudas, escríbenos.'],
])('a failed order by %s ends with what is true of it', (metodo, last) => {
	expect(confirmationMessage(order(metodo, 'fallida')).split('\n')).toEqual([
		'El pago no se completó.',
		'Orden N° 1001 por $29.990.',
		last,
	])
})
