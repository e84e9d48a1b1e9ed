import { isMember } from '#domain/is-member.ts'
import { couponSettings, limitsSettings, termsSettings } from '#domain/settings/daily-settings.ts'
import type { SettingDefinition, SettingGroup, SettingsOf, ShownOn } from '#domain/settings/define-setting.ts'
import { deliverySettings, pickupSettings } from '#domain/settings/delivery-settings.ts'
import { announcementSettings, closingSettings, pageTextsSettings } from '#domain/settings/page-settings.ts'
import { paymentSettings, payoutsSettings } from '#domain/settings/payment-settings.ts'
import { bankSettings, sellerSettings } from '#domain/settings/seller-settings.ts'
import {
	problemOf,
	type SettingRule,
	type SettingValue,
	tidyValue,
	type ValueOf,
} from '#domain/settings/setting-kinds.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** Everything that staff may set in the panel, in the order shown. */
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
	payoutsSettings,
] as const satisfies readonly SettingGroup[]

export type SettingGroupName = (typeof settingGroups)[number]['name']

/** Every setting by its key. */
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

/** A setting with what its group says for it. */
function definitionOf(key: SettingKey): SettingGroup & SettingDefinition {
	const group = settingGroups.find(({ settings }) => key in settings)
	if (!group) throw new Error(`${key} is in no group`)
	return { ...group, ...definitions[key] }
}

/** What the panel calls a setting. */
export const settingLabel = (key: SettingKey): string => definitions[key].label

/** What staff read below a setting's field: what it does (empty where its label says it), and where customers see it. */
export function settingHelp(key: SettingKey): { readonly help: string; readonly seen: string } {
	const { help = '', seen = 'Los clientes no lo ven.' } = definitionOf(key)
	return { help, seen }
}

/** Where a setting can be previewed; undefined for what only staff see. */
export const shownOn = (key: SettingKey): ShownOn | undefined => definitionOf(key).shownOn

export const permissionOfSetting = (key: SettingKey): Permission => definitionOf(key).permission

/** Whether changing `key` needs a fresh proof of identity. */
export const needsFreshProof = (key: SettingKey): boolean => definitionOf(key).freshProof === true

/** Whether a change of `key` redirects customers' money. */
export const steersMoney = (key: SettingKey): boolean => definitionOf(key).steersMoney === true

/** The settings without which the shop does not sell: who sells, where transfers go, where orders wait, where delivery starts. */
export const neededToSell = settingKeys.filter((key) => definitionOf(key).neededToSell)

type KeysWith<Property> = {
	[Key in SettingKey]: (typeof settingDefinitions)[Key] extends Property ? Key : never
}[SettingKey]

/** Which environment variable fixes which setting. */
export const settingOfVariable = Object.fromEntries(
	settingKeys.flatMap((key) => {
		const { env } = definitions[key]
		return env === undefined ? [] : [[env, key]]
	}),
) as { readonly [Key in KeysWith<{ env: string }> as (typeof settingDefinitions)[Key]['env']]: Key }

/** The settings of a demonstration at its start, where they differ from the defaults; its owner may change all of them. */
export const demoSettings: ReadonlyMap<SettingKey, string> = new Map(
	settingKeys.flatMap((key) => {
		const { demo } = definitions[key]
		return demo === undefined ? [] : [[key, demo] as const]
	}),
)

/** Why a value cannot be what `key` is set to, in a sentence for staff; undefined when it can. */
export const settingProblem = (key: SettingKey, value: SettingValue): string | undefined =>
	problemOf(definitions[key], value)

/** A value of `key` as it is kept and shown. */
export const tidySetting = (key: SettingKey, value: SettingValue): SettingValue => tidyValue(definitions[key], value)

/** A value as text, to be kept and compared; empty where nothing is set. */
export const settingText = (value: SettingValue): string => (value === null ? '' : String(value))

function valueIn(rule: SettingRule, text: string): SettingValue {
	if (text === '') return null
	if (rule.kind === 'number') return Number(text)
	return rule.kind === 'switch' ? text === 'true' : text
}

/** What a kept text says of `key`; what it cannot be, as after an older version of the shop, is what `key` begins with. */
export function readSettingText(key: SettingKey, text: string | undefined): SettingValue {
	const rule = definitions[key]
	if (text === undefined) return rule.initial
	const value = valueIn(rule, text)
	return settingProblem(key, value) === undefined ? value : rule.initial
}

/** All settings out of the texts that are kept; a setting that nobody changed is what it begins with. */
export function settingsFrom(texts: ReadonlyMap<SettingKey, string>): Settings {
	const values = settingKeys.map((key) => [key, readSettingText(key, texts.get(key))])
	return Object.fromEntries(values) as Settings
}
