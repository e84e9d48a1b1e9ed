import { expect, test } from 'vitest'
import {
	isSettingKey,
	readSettingText,
	settingDefinitions,
	settingHelp,
	settingKeys,
	settingProblem,
	settingsFrom,
	settingText,
} from './settings.ts'

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
		dias_efectivo: 7,
		dias_revision: 10,
		aviso_reserva: 30,
		dias_reposicion: 30,
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
