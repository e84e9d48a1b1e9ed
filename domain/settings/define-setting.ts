import type { SettingRule } from '#domain/settings/setting-kinds.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** A page that anybody may see, and the id of the element there that shows a setting. */
interface ShownPage {
	readonly path: '/' | '/politicas'
	readonly ancla?: string
}

/** A part of what customers see while they pay, or the map that distances are measured from. */
export type ShownPart = 'retiro' | 'medios' | 'banco' | 'mapa'

/** Where a setting can be previewed. Mails are not among the places: each customer has their own. */
export type ShownOn = ShownPage | { readonly part: ShownPart }

/** What a group says for all of its settings, and a setting for itself. */
interface Shared {
	/** Where customers see it, for staff; left out where they do not. */
	readonly seen?: string
	readonly shownOn?: ShownOn
	/** The shop does not sell until it is set. */
	readonly neededToSell?: boolean
	/** A change needs a fresh proof of identity: customers read the setting, or it decides where money goes. */
	readonly freshProof?: boolean
}

/** One setting: its kind with default and bounds, and all that panel, server and environment know of it. */
export type SettingDefinition = SettingRule &
	Shared & {
		/** Its name in the panel. */
		readonly label: string
		/** What it does, for staff; left out where the label says it. */
		readonly help?: string
		/** The environment variable that fixes it; left out where only the panel sets it. */
		readonly env?: string
		/** Its value in a demonstration; the default otherwise. */
		readonly demo?: string
	}

/** Settings that the panel shows together, under the same rights. */
export interface SettingGroup extends Shared {
	/** As the panel's address names it. */
	readonly name: string
	readonly title: string
	/** Meaningful only together and saved at once, as the bank and the number of an account. */
	readonly savedTogether?: true
	readonly permission: Permission
	/** Whoever changes one of them redirects customers' money: all staff get a mail. */
	readonly steersMoney?: true
	readonly settings: Readonly<Record<string, SettingDefinition>>
}

/** Declares a group of settings: everything about them is written here, and nowhere else. */
export function settingGroup<const G extends SettingGroup>(group: G): G {
	return group
}

/** The settings of all groups, by their keys. */
export type SettingsOf<Groups extends readonly SettingGroup[]> = Groups extends readonly [
	infer First extends SettingGroup,
	...infer Rest extends readonly SettingGroup[],
]
	? First['settings'] & SettingsOf<Rest>
	: unknown
