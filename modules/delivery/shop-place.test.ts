import { describe, expect, test } from 'vitest'
import { isOpenAt, openSpans, positionProblem, positionText, readPosition } from '#modules/delivery/shop-place.ts'

describe('the position', () => {
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
})

describe('opening hours', () => {
	// 25 November 2026 is a Wednesday, the 28th a Saturday, the 29th a Sunday.
	test.each([
		['Lunes a viernes de 18:00 a 20:30', '2026-11-25T18:00', true],
		['Lunes a viernes de 18:00 a 20:30', '2026-11-25T20:30', true],
		['Lunes a viernes de 18:00 a 20:30', '2026-11-25T17:59', false],
		['Lunes a viernes de 18:00 a 20:30', '2026-11-25T20:31', false],
		['Lunes a viernes de 18:00 a 20:30', '2026-11-28T19:00', false],
		['lun a vie 18 a 20 hrs, sábados de 10.30 a 14', '2026-11-28T10:30', true],
		['lun a vie 18 a 20 hrs, sábados de 10.30 a 14', '2026-11-28T18:30', false],
		['lun a vie 18 a 20 hrs, sábados de 10.30 a 14', '2026-11-29T11:00', false],
		['viernes a lunes, entre las 9 y las 11', '2026-11-29T09:30', true],
		['viernes a lunes, entre las 9 y las 11', '2026-11-25T09:30', false],
		['martes, miércoles y sábado 10:00-13:00 y 15:00-19:00', '2026-11-25T16:00', true],
		['martes, miércoles y sábado 10:00-13:00 y 15:00-19:00', '2026-11-25T14:00', false],
		['martes, miércoles y sábado 10:00-13:00 y 15:00-19:00', '2026-11-27T16:00', false],
		['de 10 a 20 horas, con al menos 24 horas de aviso', '2026-11-29T20:00', true],
		['de 10 a 20 horas, con al menos 24 horas de aviso', '2026-11-29T21:00', false],
	])('reads "%s" at %s as open: %s', (text, minute, isOpen) => {
		expect(isOpenAt(text, minute)).toBe(isOpen)
	})

	test.each([
		null,
		'',
		'A la hora que acordemos, con al menos 24 horas de aviso',
		'de 6 pm a 8 pm',
		'de 20 a 8',
		'18 a 20, lunes a viernes',
	])('accepts every hour for the unparsable %j', (text) => {
		expect(openSpans(text)).toBeUndefined()
		expect(isOpenAt(text, '2026-11-29T03:00')).toBe(true)
	})
})
