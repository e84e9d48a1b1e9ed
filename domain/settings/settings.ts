import { maxEmailCharacters } from '#domain/accounts/email-address.ts'
import { initialTariff, tariffValue } from '#domain/delivery/tariff.ts'
import { isMember } from '#domain/is-member.ts'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { newOrderModes } from '#domain/orders/new-orders.ts'
import { photoModes } from '#domain/rounds/delivery-photo.ts'
import { initialQuestions } from '#domain/settings/questions.ts'
import {
	problemOf,
	type SettingRule,
	type SettingValue,
	tidyValue,
	type ValueOf,
} from '#domain/settings/setting-kinds.ts'

/** Everything that staff may set in the panel, in the order shown: its kind, its default and its bounds. */
export const settingRules = {
	vendedor_nombre: { kind: 'text', format: 'line', optional: false, max: 100, initial: null },
	vendedor_rut: { kind: 'text', format: 'rut', optional: false, max: 12, initial: null },
	vendedor_direccion: { kind: 'text', format: 'line', optional: false, max: 160, initial: null },
	vendedor_correo: { kind: 'text', format: 'email', optional: false, max: maxEmailCharacters, initial: null },
	vendedor_telefono: { kind: 'text', format: 'phone', optional: false, max: 24, initial: null },
	vendedor_representante: { kind: 'text', format: 'line', optional: true, max: 100, initial: null },
	banco_titular: { kind: 'text', format: 'line', optional: false, max: 100, initial: null },
	banco_rut: { kind: 'text', format: 'rut', optional: false, max: 12, initial: null },
	banco_nombre: { kind: 'text', format: 'line', optional: false, max: 60, initial: null },
	banco_tipo_cuenta: { kind: 'text', format: 'line', optional: false, max: 40, initial: null },
	banco_numero_cuenta: { kind: 'text', format: 'account', optional: false, max: 30, initial: null },
	banco_correo: { kind: 'text', format: 'email', optional: false, max: maxEmailCharacters, initial: null },
	pasarelas: { kind: 'gateways', initial: gatewayMethods.join(',') },
	comision_mercadopago: { kind: 'text', format: 'percent', optional: true, max: 5, initial: null },
	comision_flow: { kind: 'text', format: 'percent', optional: true, max: 5, initial: null },
	comision_webpay: { kind: 'text', format: 'percent', optional: true, max: 5, initial: null },
	abono_mercadopago: { kind: 'number', optional: true, initial: null, min: 0, max: 60, unit: 'días' },
	abono_flow: { kind: 'number', optional: true, initial: null, min: 0, max: 60, unit: 'días' },
	abono_webpay: { kind: 'number', optional: true, initial: null, min: 0, max: 60, unit: 'días' },
	pago_efectivo: { kind: 'switch', initial: true },
	retiro_estacion: { kind: 'text', format: 'line', optional: false, max: 60, initial: null },
	retiro_horario: { kind: 'text', format: 'line', optional: true, max: 100, initial: null },
	retiro_aviso: { kind: 'number', optional: false, initial: 0, min: 0, max: 168, unit: 'horas' },
	tienda_posicion: { kind: 'text', format: 'position', optional: false, max: 40, initial: null },
	despacho_tramos: { kind: 'tariff', initial: tariffValue(initialTariff) },
	plazo_entrega: { kind: 'text', format: 'line', optional: true, max: 60, initial: null },
	feriados: { kind: 'text', format: 'days', optional: true, max: 600, initial: null },
	minutos_parada: { kind: 'number', optional: false, initial: 5, min: 1, max: 60, unit: 'minutos' },
	costo_km: { kind: 'number', optional: false, initial: 200, min: 0, max: 10_000, unit: 'pesos' },
	costo_hora: { kind: 'number', optional: false, initial: 4_000, min: 0, max: 100_000, unit: 'pesos' },
	foto_entrega: { kind: 'choice', options: photoModes, initial: 'opcional' },
	tienda_cerrada: { kind: 'switch', initial: false },
	cierre_vuelta: { kind: 'day', initial: null },
	cierre_motivo: { kind: 'text', format: 'line', optional: true, max: 160, initial: null },
	anuncio_texto: { kind: 'text', format: 'line', optional: true, max: 120, initial: null },
	anuncio_desde: { kind: 'day', initial: null },
	anuncio_hasta: { kind: 'day', initial: null },
	carrusel_titulo_1: { kind: 'text', format: 'line', optional: true, max: 30, initial: 'Antes de salir.' },
	carrusel_texto_1: {
		kind: 'text',
		format: 'line',
		optional: true,
		max: 80,
		initial: 'Bate el desayuno en la misma botella que te llevas.',
	},
	carrusel_titulo_2: { kind: 'text', format: 'line', optional: true, max: 30, initial: 'Entre series.' },
	carrusel_texto_2: {
		kind: 'text',
		format: 'line',
		optional: true,
		max: 80,
		initial: 'Sin grumos, sin cables, sin volver a la cocina.',
	},
	preguntas: { kind: 'text', format: 'questions', optional: true, max: 4_000, initial: initialQuestions },
	limite_unidades_linea: { kind: 'number', optional: false, initial: 20, min: 1, max: 999, unit: 'unidades' },
	limite_unidades_orden: { kind: 'number', optional: false, initial: 40, min: 1, max: 9_999, unit: 'unidades' },
	limite_ordenes_abiertas: { kind: 'number', optional: false, initial: 5, min: 1, max: 9_999, unit: 'órdenes' },
	limite_unidades_abiertas: { kind: 'number', optional: false, initial: 60, min: 1, max: 99_999, unit: 'unidades' },
	limite_ordenes_hora: { kind: 'number', optional: false, initial: 30, min: 1, max: 99_999, unit: 'órdenes' },
	limite_ordenes_dia: { kind: 'number', optional: false, initial: 100, min: 1, max: 99_999, unit: 'órdenes' },
	limite_pagos_fallidos: { kind: 'number', optional: false, initial: 10, min: 3, max: 9_999, unit: 'órdenes' },
	limite_ordenes_red: { kind: 'number', optional: false, initial: 10, min: 1, max: 9_999, unit: 'órdenes' },
	limite_unidades_red: { kind: 'number', optional: false, initial: 40, min: 1, max: 99_999, unit: 'unidades' },
	limite_parte_sin_confirmar: { kind: 'number', optional: false, initial: 50, min: 1, max: 100, unit: '%' },
	dias_efectivo: { kind: 'number', optional: false, initial: 7, min: 3, max: 60, unit: 'días' },
	dias_revision: { kind: 'number', optional: false, initial: 10, min: 8, max: 90, unit: 'días' },
	aviso_pedidos: { kind: 'choice', options: newOrderModes, initial: 'uno' },
	aviso_stock_bajo: { kind: 'switch', initial: true },
	aviso_reserva: { kind: 'number', optional: false, initial: 30, min: 5, max: 100, unit: '%' },
	dias_reposicion: { kind: 'number', optional: false, initial: 30, min: 1, max: 365, unit: 'días' },
	cupon_usos: { kind: 'number', optional: true, initial: null, min: 0, max: 1_000_000, unit: 'usos' },
	cupon_usos_cliente: { kind: 'number', optional: true, initial: null, min: 0, max: 1_000, unit: 'usos' },
	cupon_hasta: { kind: 'day', initial: null },
} as const satisfies Record<string, SettingRule>

export type SettingKey = keyof typeof settingRules

export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settingRules)[Key]> }

export const settingKeys = Object.keys(settingRules) as [SettingKey, ...SettingKey[]]

export function isSettingKey(key: string): key is SettingKey {
	return isMember(settingKeys, key)
}

/** Why a value cannot be what `key` is set to, in a sentence for staff; undefined when it can. */
export const settingProblem = (key: SettingKey, value: SettingValue): string | undefined =>
	problemOf(settingRules[key], value)

/** A value of `key` as it is kept and shown. */
export const tidySetting = (key: SettingKey, value: SettingValue): SettingValue => tidyValue(settingRules[key], value)

/** A value as text, to be kept and compared; empty where nothing is set. */
export const settingText = (value: SettingValue): string => (value === null ? '' : String(value))

function valueIn(rule: SettingRule, text: string): SettingValue {
	if (text === '') return null
	if (rule.kind === 'number') return Number(text)
	return rule.kind === 'switch' ? text === 'true' : text
}

/** What a kept text says of `key`; what it cannot be, as after an older version of the shop, is what `key` begins with. */
export function readSettingText(key: SettingKey, text: string | undefined): SettingValue {
	const rule: SettingRule = settingRules[key]
	if (text === undefined) return rule.initial
	const value = valueIn(rule, text)
	return settingProblem(key, value) === undefined ? value : rule.initial
}

/** All settings out of the texts that are kept; a setting that nobody changed is what it begins with. */
export function settingsFrom(texts: ReadonlyMap<SettingKey, string>): Settings {
	const values = settingKeys.map((key) => [key, readSettingText(key, texts.get(key))])
	return Object.fromEntries(values) as Settings
}
