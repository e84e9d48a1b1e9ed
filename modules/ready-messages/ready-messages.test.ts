import { expect, it } from 'vitest'
import { fillMessage } from '#modules/ready-messages/ready-messages.ts'

const data = { nombre: 'Camila Rojas', nro_orden: 1042, total: 33_490, lugar: 'Metro Tobalaba' }

it('fills in name, order, total and place', () => {
	expect(fillMessage('Hola {nombre}: tu orden {orden} por {total} está en {lugar}.', data)).toBe(
		'Hola Camila: tu orden 1042 por $33.490 está en Metro Tobalaba.',
	)
})

it('leaves no gap for a customer without a name', () => {
	expect(fillMessage('Hola {nombre}, voy en camino.', { ...data, nombre: '' })).toBe('Hola, voy en camino.')
})

it('accepts placeholders in capitals, and leaves unknown ones unchanged', () => {
	expect(fillMessage('{ORDEN} {color} {', data)).toBe('1042 {color} {')
})

it('inserts the data of the order as text: a name with braces is not filled in again', () => {
	expect(fillMessage('Hola {nombre}', { ...data, nombre: '{total}' })).toBe('Hola {total}')
})
