import { isMember } from '#domain/is-member.ts'

/** What a setting counts, as it stands behind its number. */
type Unit = 'unidades' | 'órdenes' | 'días' | '%' | 'usos'

/** A whole number between two bounds. `optional`: it may be null, which sets no limit. */
interface NumberSetting {
	readonly kind: 'number'
	readonly optional: boolean
	readonly initial: number | null
	readonly min: number
	readonly max: number
	readonly unit: Unit
}

/** A day of Santiago's calendar, `YYYY-MM-DD`, or null for none. */
interface DaySetting {
	readonly kind: 'day'
	readonly initial: string | null
}

type SettingRule = NumberSetting | DaySetting

/**
 * Everything that staff may set in the panel, in the order in which it is shown: what it is, where it begins and within which
 * bounds it may be. What only who installs the shop decides is in its environment instead.
 */
export const settingRules = {
	limite_unidades_linea: { kind: 'number', optional: false, initial: 20, min: 1, max: 999, unit: 'unidades' },
	limite_unidades_orden: { kind: 'number', optional: false, initial: 40, min: 1, max: 9_999, unit: 'unidades' },
	limite_ordenes_abiertas: { kind: 'number', optional: false, initial: 5, min: 1, max: 9_999, unit: 'órdenes' },
	limite_unidades_abiertas: { kind: 'number', optional: false, initial: 60, min: 1, max: 99_999, unit: 'unidades' },
	dias_efectivo: { kind: 'number', optional: false, initial: 7, min: 3, max: 60, unit: 'días' },
	dias_revision: { kind: 'number', optional: false, initial: 10, min: 8, max: 90, unit: 'días' },
	aviso_reserva: { kind: 'number', optional: false, initial: 30, min: 5, max: 100, unit: '%' },
	cupon_usos: { kind: 'number', optional: true, initial: null, min: 0, max: 1_000_000, unit: 'usos' },
	cupon_usos_cliente: { kind: 'number', optional: true, initial: null, min: 0, max: 1_000, unit: 'usos' },
	cupon_hasta: { kind: 'day', initial: null },
} as const satisfies Record<string, SettingRule>

export type SettingKey = keyof typeof settingRules

type ValueOf<Rule> = Rule extends { kind: 'day' }
	? string | null
	: Rule extends { optional: true }
		? number | null
		: number

/** What each setting is set to now. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settingRules)[Key]> }
export type SettingValue = number | string | null

export const settingKeys = Object.keys(settingRules) as [SettingKey, ...SettingKey[]]

/** Tells whether a text names a setting. */
export function isSettingKey(key: string): key is SettingKey {
	return isMember(settingKeys, key)
}

const isDay = (value: string) =>
	/^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)

const number = new Intl.NumberFormat('es-CL')

/** Why a value cannot be what `key` is set to, in a sentence for staff; undefined when it can. */
export function settingProblem(key: SettingKey, value: SettingValue): string | undefined {
	const rule: SettingRule = settingRules[key]
	if (rule.kind === 'day') {
		return value === null || (typeof value === 'string' && isDay(value)) ? undefined : 'Elige una fecha.'
	}
	if (value === null) return rule.optional ? undefined : 'Escribe un número.'
	const isInside = typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max
	return isInside ? undefined : `Escribe un número entero de ${number.format(rule.min)} a ${number.format(rule.max)}.`
}

/** A value as text, to be kept and compared; empty where nothing is set. */
export const settingText = (value: SettingValue): string => (value === null ? '' : String(value))

/** What a kept text says of `key`; what it cannot be, as after an older version of the shop, is what `key` begins with. */
export function readSettingText(key: SettingKey, text: string | undefined): SettingValue {
	const rule: SettingRule = settingRules[key]
	if (text === undefined) return rule.initial
	const value = text === '' ? null : rule.kind === 'number' ? Number(text) : text
	return settingProblem(key, value) === undefined ? value : rule.initial
}

/** All settings out of the texts that are kept; a setting that nobody changed is what it begins with. */
export function settingsFrom(texts: ReadonlyMap<SettingKey, string>): Settings {
	const values = settingKeys.map((key) => [key, readSettingText(key, texts.get(key))])
	return Object.fromEntries(values) as Settings
}
