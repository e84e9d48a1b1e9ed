import { expect, it } from 'vitest'
import {
	awaitsPayment,
	customerEstado,
	estadoBadge,
	estados,
	estadoText,
	holdsStock,
	isEstado,
	waitsForCustomer,
} from '#domain/orders/estado.ts'

it('a state is written in one way wherever it is read, with its accent', () => {
	expect(estados.map(estadoText)).toEqual(['Pendiente', 'En Revisión', 'Pagada', 'Completado', 'Fallida', 'Cancelado'])
	expect(customerEstado('en_revision')).toEqual({ label: 'En Revisión', color: 'amarillo' })
	expect(estadoText('por_hacer')).toBe('Por Hacer')
})

it('an order without a state is pendiente', () => {
	for (const missing of [undefined, null, '']) {
		expect([estadoText(missing), estadoBadge(missing)]).toEqual(['Pendiente', 'pendiente'])
	}
	expect(estadoBadge('en_revision')).toBe('en-revision')
})

it('a customer reads any other state as it is, completado in green and cancelado in red', () => {
	expect(customerEstado('pagada')).toEqual({ label: 'pagada', color: undefined })
	expect(customerEstado('completado')).toEqual({ label: 'completado', color: 'verde' })
	expect(customerEstado('cancelado')).toEqual({ label: 'cancelado', color: 'rojo' })
})

it('units are held until an order fails or is cancelled', () => {
	expect(estados.filter((estado) => holdsStock[estado])).toEqual(['pendiente', 'en_revision', 'pagada', 'completado'])
})

it('money is awaited while an order is neither paid nor delivered, and its customer has to act before the review', () => {
	expect(estados.filter((estado) => awaitsPayment[estado])).toEqual([
		'pendiente',
		'en_revision',
		'fallida',
		'cancelado',
	])
	expect(estados.filter(waitsForCustomer)).toEqual(['pendiente', 'fallida'])
})

it('only the names of the set are states', () => {
	expect(estados.every(isEstado)).toBe(true)
	for (const other of ['', 'Pagada', 'toString', 3, null, undefined]) expect(isEstado(other)).toBe(false)
})
