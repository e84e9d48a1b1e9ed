import { expect, test } from 'vitest'
import { settingsFrom } from './settings.ts'
import { togetherProblem } from './settings-together.ts'

const today = '2026-12-20'
const settings = settingsFrom(new Map())

test('rejects an announcement that ends before its first day', () => {
	const days = (anuncio_desde: string | null, anuncio_hasta: string | null) =>
		togetherProblem({ ...settings, anuncio_desde, anuncio_hasta }, ['anuncio_hasta'], today)?.clave
	expect(days('2026-12-24', '2026-12-23')).toBe('anuncio_hasta')
	expect([days('2026-12-24', '2026-12-24'), days(null, '2026-12-01'), days('2026-12-24', null)]).toEqual([
		undefined,
		undefined,
		undefined,
	])
})

test('rejects a closed shop that reopens before tomorrow', () => {
	const back = (cierre_vuelta: string | null, tienda_cerrada = true) =>
		togetherProblem({ ...settings, tienda_cerrada, cierre_vuelta }, ['tienda_cerrada'], today)?.texto
	expect(back(today)).toBe('Ese día ya llegó: elige desde mañana, o déjalo vacío.')
	expect([back('2026-12-21'), back(null), back(today, false)]).toEqual([undefined, undefined, undefined])
})

test('accepts other changes while an earlier value is invalid', () => {
	const wrong = { ...settings, tienda_cerrada: true, cierre_vuelta: '2026-01-01' }
	expect(togetherProblem(wrong, ['dias_efectivo', 'anuncio_desde'], today)).toBeUndefined()
})
