import { expect, test } from 'vitest'
import { positionProblem, positionText, readPosition } from './shop-position.ts'

test('reads a position as maps copy it', () => {
	expect(readPosition(' -33.43722,-70.63341 ')).toEqual({ lat: -33.43722, lng: -70.63341 })
	expect(readPosition(positionText({ lat: -33.5, lng: -70.7 }))).toEqual({ lat: -33.5, lng: -70.7 })
})

test.each(['', 'Providencia 1208', '-33.4', '-33, -70', '-33.4 -70.6', '-33,43722, -70,63341'])(
	'rejects %j as a position',
	(text) => {
		expect(readPosition(text)).toBeUndefined()
		expect(positionProblem(text)).toContain('latitud y longitud')
	},
)

test('rejects a shop outside its region, and swapped coordinates', () => {
	expect(positionProblem('-36.82699, -73.04977')).toBe('Esa posición queda fuera de la Región Metropolitana.')
	expect(positionProblem('-70.63341, -33.43722')).toBe('Esa posición queda fuera de la Región Metropolitana.')
	expect(positionProblem('-33.43722, -70.63341')).toBeUndefined()
})
