import type { Permission } from '#core/rules/permissions.ts'
import { isMember } from '#core/rules/values.ts'
import { moduleSettingGroups } from '#modules/lists/settings.ts'
import { couponSettings, limitsSettings, termsSettings } from '#modules/settings/daily-settings.ts'
import { deliverySettings, pickupSettings } from '#modules/settings/delivery-settings.ts'
import { announcementSettings, closingSettings, pageTextsSettings } from '#modules/settings/page-settings.ts'
import { bankSettings, paymentSettings, sellerSettings } from '#modules/settings/seller-settings.ts'
import {
	problemOf,
	type SettingDefinition,
	type SettingGroup,
	type SettingRule,
	type SettingsOf,
	type SettingValue,
	type ShownOn,
	tidyValue,
	type ValueOf,
} from '#modules/settings/setting-kinds.ts'

export const settingGroups = [
	closingSettings,
	sellerSettings,
	bankSettings,
	paymentSettings,
	pickupSettings,
	deliverySettings,
	announcementSettings,
	pageTextsSettings,
	limitsSettings,
	termsSettings,
	couponSettings,
	...moduleSettingGroups,
] as const satisfies readonly SettingGroup[]

export type SettingGroupName = (typeof settingGroups)[number]['name']

export const settingDefinitions = Object.assign({}, ...settingGroups.map(({ settings }) => settings)) as SettingsOf<
	typeof settingGroups
>

export type SettingKey = keyof typeof settingDefinitions

export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settingDefinitions)[Key]> }

const definitions: Readonly<Record<SettingKey, SettingDefinition>> = settingDefinitions

export const settingKeys = Object.keys(settingDefinitions) as [SettingKey, ...SettingKey[]]

export function isSettingKey(key: string): key is SettingKey {
	return isMember(settingKeys, key)
}

/** A setting with the options of its group. */
function definitionOf(key: SettingKey): SettingGroup & SettingDefinition {
	const group = settingGroups.find(({ settings }) => key in settings)
	if (!group) throw new Error(`${key} is in no group`)
	return { ...group, ...definitions[key] }
}

export const settingLabel = (key: SettingKey): string => definitions[key].label

/** The texts below a setting's field: its effect (empty when the label is enough), and where customers see it. */
export function settingHelp(key: SettingKey): { readonly help: string; readonly seen: string } {
	const { help = '', seen = 'Los clientes no lo ven.' } = definitionOf(key)
	return { help, seen }
}

/** Where a setting can be previewed; undefined when only staff see it. */
export const shownOn = (key: SettingKey): ShownOn | undefined => definitionOf(key).shownOn

export const permissionOfSetting = (key: SettingKey): Permission => definitionOf(key).permission

/** Whether changing `key` needs a fresh proof of identity. */
export const needsFreshProof = (key: SettingKey): boolean => definitionOf(key).freshProof

/** Whether a change of `key` redirects customers' money. */
export const steersMoney = (key: SettingKey): boolean => definitionOf(key).steersMoney === true

/** The settings required for sales: seller, account for transfers, pickup place, origin of deliveries. */
export const neededToSell = settingKeys.filter((key) => definitionOf(key).neededToSell)

type KeysWith<Property> = {
	[Key in SettingKey]: (typeof settingDefinitions)[Key] extends Property ? Key : never
}[SettingKey]

/** The setting that each environment variable fixes. */
export const settingOfVariable = Object.fromEntries(
	settingKeys.flatMap((key) => {
		const { env } = definitions[key]
		return env === undefined ? [] : [[env, key]]
	}),
) as { readonly [Key in KeysWith<{ env: string }> as (typeof settingDefinitions)[Key]['env']]: Key }

/** A demo's initial settings, where they differ from the defaults; its owner may change all of them. */
export const demoSettings: ReadonlyMap<SettingKey, string> = new Map(
	settingKeys.flatMap((key) => {
		const { demo } = definitions[key]
		return demo === undefined ? [] : [[key, demo] as const]
	}),
)

/** The sentence for staff about an invalid value of `key`; undefined for a valid one. */
export const settingProblem = (key: SettingKey, value: SettingValue): string | undefined =>
	problemOf(definitions[key], value)

export const tidySetting = (key: SettingKey, value: SettingValue): SettingValue => tidyValue(definitions[key], value)

/** A value as text, for storage and comparison; empty when unset. */
export const settingText = (value: SettingValue): string => (value === null ? '' : String(value))

function valueIn(rule: SettingRule, text: string): SettingValue {
	if (text === '') return null
	if (rule.kind === 'number') return Number(text)
	return rule.kind === 'switch' ? text === 'true' : text
}

/** The value of `key` in a stored text; its default for an invalid one, as after an older version of the shop. */
export function readSettingText(key: SettingKey, text: string | undefined): SettingValue {
	const rule = definitions[key]
	if (text === undefined) return rule.initial
	const value = valueIn(rule, text)
	return settingProblem(key, value) === undefined ? value : rule.initial
}

/** All settings from stored texts; an unchanged setting has its default. */
export function settingsFrom(texts: ReadonlyMap<SettingKey, string>): Settings {
	const values = settingKeys.map((key) => [key, readSettingText(key, texts.get(key))])
	return Object.fromEntries(values) as Settings
}

/**
 * The contradiction between settings after `changed` of them were set, with a sentence for staff; undefined without one.
 * Earlier contradictions do not block other changes. `today`: `YYYY-MM-DD` in Santiago.
 */
export function togetherProblem(
	{ anuncio_desde: first, anuncio_hasta: last, tienda_cerrada, cierre_vuelta }: Settings,
	changed: readonly SettingKey[],
	today: string,
): { readonly clave: SettingKey; readonly texto: string } | undefined {
	const isChanged = (key: SettingKey) => changed.includes(key)
	if (isChanged('anuncio_desde') || isChanged('anuncio_hasta')) {
		if (first !== null && last !== null && last < first)
			return { clave: 'anuncio_hasta', texto: 'El último día del anuncio es anterior al primero.' }
	}
	if (isChanged('tienda_cerrada') || isChanged('cierre_vuelta')) {
		if (tienda_cerrada && cierre_vuelta !== null && cierre_vuelta <= today)
			return { clave: 'cierre_vuelta', texto: 'Ese día ya llegó: elige desde mañana, o déjalo vacío.' }
	}
	return undefined
}

/** The settings for a preview of `change`: a scheduled change is shown as on its day. */
export function previewOf(change: Partial<Settings>): Partial<Settings> {
	const [key = ''] = Object.keys(change)
	if (key.startsWith('anuncio_')) return { ...change, anuncio_desde: null, anuncio_hasta: null }
	return key.startsWith('cierre_') ? { tienda_cerrada: true, ...change } : change
}
