import type { Permission } from '#core/rules/permissions.ts'
import type { SettingRule } from '#modules/settings/setting-kinds.ts'

/** A public page, and the id of its element that shows a setting. */
interface ShownPage {
	readonly path: '/' | '/politicas'
	readonly ancla?: string
}

/** A part of the checkout, or the map from which distances are measured. */
export type ShownPart = 'retiro' | 'medios' | 'banco' | 'mapa'

/** Where a setting can be previewed. Mails are excluded: each customer has their own. */
export type ShownOn = ShownPage | { readonly part: ShownPart }

/** Options of a group, or of a single setting. */
interface Shared {
	/** Where customers see it, for staff; absent when they do not. */
	readonly seen?: string
	readonly shownOn?: ShownOn
	/** The shop does not sell until it is set. */
	readonly neededToSell?: boolean
	/** A change requires a fresh proof of identity: customers read the setting, or it decides the recipient of money. */
	readonly freshProof?: boolean
}

/** One setting: its kind with default and limits, and its options for panel, server and environment. */
export type SettingDefinition = SettingRule &
	Shared & {
		readonly label: string
		/** Its effect, for staff; absent when the label is enough. */
		readonly help?: string
		/** The environment variable that fixes it; absent when only the panel sets it. */
		readonly env?: string
		/** Its value in a demo; the default otherwise. */
		readonly demo?: string
	}

/** Settings that the panel shows together, with the same permission. */
export interface SettingGroup extends Shared {
	/** The group in the panel's address. */
	readonly name: string
	readonly title: string
	/** Meaningful only together and saved at once, such as bank and account number. */
	readonly savedTogether?: true
	readonly permission: Permission
	/** A change of one of them redirects customers' money: all staff get a mail. */
	readonly steersMoney?: true
	readonly settings: Readonly<Record<string, SettingDefinition>>
}

/** Declares a group of settings, the only place for them. */
export function settingGroup<const G extends SettingGroup>(group: G): G {
	return group
}

export type SettingsOf<Groups extends readonly SettingGroup[]> = Groups extends readonly [
	infer First extends SettingGroup,
	...infer Rest extends readonly SettingGroup[],
]
	? First['settings'] & SettingsOf<Rest>
	: unknown
