import { expect, test } from 'vitest'
import { pageTextsOf } from './page-texts.ts'
import { settingsFrom } from './settings.ts'

const noon = (day: string) => new Date(`${day}T15:00:00Z`)
const announced = (rest: [string, string][]) =>
	settingsFrom(new Map([['anuncio_texto', 'Envío gratis el lunes'], ...rest] as never))

test('shows an announcement from its first day to the end of its last, in Santiago', () => {
	const settings = announced([
		['anuncio_desde', '2026-12-01'],
		['anuncio_hasta', '2026-12-02'],
	])
	expect(pageTextsOf(settings, noon('2026-11-30')).anuncio).toBeUndefined()
	expect(pageTextsOf(settings, noon('2026-12-01')).anuncio).toBe('Envío gratis el lunes')
	// Ten at night of the 2nd in Santiago is the 3rd in London.
	expect(pageTextsOf(settings, new Date('2026-12-03T01:00:00Z')).anuncio).toBe('Envío gratis el lunes')
	expect(pageTextsOf(settings, new Date('2026-12-03T03:30:00Z')).anuncio).toBeUndefined()
	expect(pageTextsOf(announced([]), noon('2030-01-01')).anuncio).toBe('Envío gratis el lunes')
	expect('anuncio' in pageTextsOf(settingsFrom(new Map()), noon('2030-01-01'))).toBe(false)
})

test('starts with texts over both scenes and with questions', () => {
	const { carrusel, preguntas } = pageTextsOf(settingsFrom(new Map()), noon('2026-12-01'))
	expect(carrusel.map(({ titulo }) => titulo)).toEqual(['Antes de salir.', 'Entre series.'])
	expect(preguntas).toHaveLength(8)
	expect(pageTextsOf(settingsFrom(new Map([['preguntas', '']])), noon('2026-12-01')).preguntas).toEqual([])
})
