import { describe, expect, test } from 'vitest'
import { chileanHolidays, holidaysWith } from '#modules/delivery/holidays.ts'
import {
	isSettingKey,
	previewOf,
	readSettingText,
	settingDefinitions,
	settingHelp,
	settingKeys,
	settingProblem,
	settingsFrom,
	settingText,
	shownOn,
	togetherProblem,
} from '#modules/settings/settings.ts'

test('returns the default of an unchanged setting', () => {
	expect(settingsFrom(new Map())).toMatchObject({
		vendedor_nombre: null,
		banco_rut: null,
		retiro_estacion: null,
		plazo_entrega: null,
		pasarelas: 'mercadopago,flow,webpay',
		pago_efectivo: true,
		tienda_cerrada: false,
		limite_unidades_linea: 20,
		limite_unidades_orden: 40,
		limite_ordenes_abiertas: 5,
		limite_unidades_abiertas: 60,
		limite_ordenes_hora: 30,
		limite_ordenes_dia: 100,
		limite_pagos_fallidos: 10,
		limite_ordenes_red: 10,
		limite_unidades_red: 40,
		limite_parte_sin_confirmar: 50,
		limite_ordenes_red_todas: 30,
		limite_unidades_red_todas: 120,
		limite_parte_sin_pagar: 80,
		dias_efectivo: 7,
		dias_revision: 10,
		aviso_reserva: 30,
		dias_reposicion: null,
		cupon_usos: null,
		cupon_usos_cliente: null,
		cupon_hasta: null,
	})
})

test.each([
	['limite_unidades_linea', 12],
	['limite_unidades_linea', 1],
	['limite_unidades_linea', 999],
	['cupon_usos', 0],
	['cupon_usos', null],
	['cupon_hasta', '2026-12-31'],
	['cupon_hasta', null],
] as const)('accepts %s set to %j, and reads the stored text back', (key, value) => {
	expect(settingProblem(key, value)).toBeUndefined()
	expect(readSettingText(key, settingText(value))).toBe(value)
})

test.each([
	['limite_unidades_linea', 0],
	['limite_unidades_linea', 1.5],
	['limite_unidades_linea', 1_000],
	['limite_unidades_linea', null],
	['limite_unidades_linea', '12'],
	['cupon_usos', -1],
	['cupon_hasta', '2026-02-30'],
	['cupon_hasta', '2026-13-01'],
	['cupon_hasta', 'mañana'],
	['cupon_hasta', 'el 2026-12-31'],
	['cupon_hasta', '2026-12-31T00'],
	['cupon_hasta', 20],
] as const)('rejects %s set to %j, and reads its default when stored', (key, value) => {
	expect(settingProblem(key, value)).toMatch(/^(Escribe|Elige) /)
	if (typeof value !== 'string' || key !== 'limite_unidades_linea')
		expect(readSettingText(key, settingText(value))).toBe(settingDefinitions[key].initial)
})

test('describes every setting, and where customers see it', () => {
	for (const key of settingKeys) {
		const { help, seen } = settingHelp(key)
		expect(help).toMatch(/^$|\.$/)
		expect(seen).toMatch(/^(Los clientes|El cliente|Lo ven|Se ve) .*\.$/)
	}
})

test('recognises a setting by its whole key', () => {
	expect(['cupon_hasta', 'cupon', ''].map(isSettingKey)).toEqual([true, false, false])
})

describe('together', () => {
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
})

describe('preview', () => {
	test('previews a scheduled setting as on its day', () => {
		expect(previewOf({ anuncio_texto: 'Hola' })).toEqual({
			anuncio_texto: 'Hola',
			anuncio_desde: null,
			anuncio_hasta: null,
		})
		expect(previewOf({ cierre_motivo: 'De viaje' })).toEqual({ cierre_motivo: 'De viaje', tienda_cerrada: true })
		expect(previewOf({ retiro_estacion: 'Tobalaba' })).toEqual({ retiro_estacion: 'Tobalaba' })
	})

	test('rejects the preview of a setting that no page shows', () => {
		expect(shownOn('limite_unidades_linea')).toBeUndefined()
		expect(shownOn('banco_numero_cuenta')).toEqual({ part: 'banco' })
		expect(shownOn('preguntas')).toEqual({ path: '/', ancla: 'preguntas-frecuentes' })
	})
})

test('has room for the holidays of five years, since those that are over stay in the list', () => {
	const years = [2026, 2027, 2028, 2029, 2030].flatMap(chileanHolidays).map(({ day }) => day)
	expect(holidaysWith('', years).length).toBeLessThanOrEqual(settingDefinitions.feriados.max)
})
