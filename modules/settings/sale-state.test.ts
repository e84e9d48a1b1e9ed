import { expect, test } from 'vitest'
import { closureOf, closureText } from '#modules/settings/sale-state.ts'
import { missingToSell } from './sale-state.ts'
import { neededToSell, settingsFrom } from './settings.ts'

const noon = (day: string) => new Date(`${day}T15:00:00Z`)
const closed = (rest: [string, string][]) => settingsFrom(new Map([['tienda_cerrada', 'true'], ...rest] as never))

test('lists what is missing for sales until each text is written', () => {
	expect(missingToSell(settingsFrom(new Map()))).toEqual(neededToSell)
	const one = settingsFrom(new Map([['vendedor_nombre', 'Shaker SpA']]))
	expect(missingToSell(one)).toEqual(neededToSell.filter((key) => key !== 'vendedor_nombre'))
})

test('closes a shop until the day of its reopening, in Santiago', () => {
	const settings = closed([['cierre_vuelta', '2027-01-04']])
	expect(closureOf(settings, noon('2027-01-03'))).toEqual({ motivo: null, vuelta: '2027-01-04' })
	// Ten at night of the 3rd in Santiago is the 4th in London.
	expect(closureOf(settings, new Date('2027-01-04T01:00:00Z'))).toBeDefined()
	expect(closureOf(settings, new Date('2027-01-04T03:30:00Z'))).toBeUndefined()
	expect(closureOf(closed([]), noon('2030-01-01'))).toEqual({ motivo: null, vuelta: null })
	expect(closureOf(settingsFrom(new Map()), noon('2027-01-03'))).toBeUndefined()
})

test.each([
	[{ motivo: null, vuelta: null }, 'Por unos días no recibimos pedidos.'],
	[{ motivo: 'Estamos de vacaciones', vuelta: null }, 'Estamos de vacaciones.'],
	[{ motivo: '¡Se agotó todo!', vuelta: '2027-01-04' }, '¡Se agotó todo! Volvemos el lunes 4 de enero.'],
])('writes %j as "%s"', (closure, text) => {
	expect(closureText(closure)).toBe(text)
})
