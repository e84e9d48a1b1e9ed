import { expect, it } from 'vitest'
import {
	awaitsPayment,
	customerEstado,
	estadoBadge,
	estados,
	estadoText,
	isEstado,
	reservesStock,
	waitsForCustomer,
} from '#modules/orders/estado.ts'

it('writes a state in the same way everywhere, with its accent', () => {
	expect(estados.map(estadoText)).toEqual(['Pendiente', 'En Revisión', 'Pagada', 'Completado', 'Fallida', 'Cancelado'])
	expect(customerEstado('en_revision')).toEqual({ label: 'En Revisión', color: 'amarillo' })
	expect(estadoText('por_hacer')).toBe('Por Hacer')
})

it('treats an order without a state as pendiente', () => {
	for (const missing of [undefined, null, '']) {
		expect([estadoText(missing), estadoBadge(missing)]).toEqual(['Pendiente', 'pendiente'])
	}
	expect(estadoBadge('en_revision')).toBe('en-revision')
})

it('shows a customer any other state as it is, completado in green and cancelado in red', () => {
	expect(customerEstado('pagada')).toEqual({ label: 'pagada', color: undefined })
	expect(customerEstado('completado')).toEqual({ label: 'completado', color: 'verde' })
	expect(customerEstado('cancelado')).toEqual({ label: 'cancelado', color: 'rojo' })
})

it('reserves units until an order fails or is cancelled', () => {
	expect(estados.filter((estado) => reservesStock[estado])).toEqual([
		'pendiente',
		'en_revision',
		'pagada',
		'completado',
	])
})

it('awaits a payment until an order is paid or delivered, and an action of its customer before the review', () => {
	expect(estados.filter((estado) => awaitsPayment[estado])).toEqual([
		'pendiente',
		'en_revision',
		'fallida',
		'cancelado',
	])
	expect(estados.filter(waitsForCustomer)).toEqual(['pendiente', 'fallida'])
})

it('accepts only the names of the set', () => {
	expect(estados.every(isEstado)).toBe(true)
	for (const other of ['', 'Pagada', 'toString', 3, null, undefined]) expect(isEstado(other)).toBe(false)
})
