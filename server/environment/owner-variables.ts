import { z } from 'zod'
import { positionText } from '#domain/delivery/shop-position.ts'
import {
	demoTexts,
	type SettingKey,
	settingOfVariable,
	settingProblem,
	tidySetting,
} from '#domain/settings/settings.ts'
import { defaultShop } from '#server/delivery/maps/maps.ts'

type OwnerVariable = keyof typeof settingOfVariable

const names = Object.keys(settingOfVariable) as OwnerVariable[]

const textOf = (key: SettingKey) =>
	z
		.string()
		.transform((text) => String(tidySetting(key, text) ?? ''))
		.superRefine((text, context) => {
			const problem = settingProblem(key, text)
			if (problem !== undefined) context.addIssue({ code: 'custom', message: `no vale: ${problem}` })
		})
		.optional()

/** What the environment may say of the owner's settings. */
export const ownerVariables = Object.fromEntries(
	names.map((name) => [name, textOf(settingOfVariable[name])]),
) as Record<OwnerVariable, ReturnType<typeof textOf>>

interface FixingVariables extends Partial<Record<OwnerVariable, string | undefined>> {
	/** Two variables that fix one setting. */
	readonly SHOP_LAT?: number | undefined
	readonly SHOP_LON?: number | undefined
}

/** The settings that the environment fixes, as texts. */
export function fixedSettings(variables: FixingVariables): Map<SettingKey, string> {
	const { SHOP_LAT: lat, SHOP_LON: lng } = variables
	const given = names.flatMap((name) => {
		const text = variables[name]
		return text === undefined ? [] : [[settingOfVariable[name], text] as const]
	})
	const position: (readonly [SettingKey, string])[] =
		lat === undefined || lng === undefined ? [] : [['tienda_posicion', positionText({ lat, lng })]]
	return new Map([...given, ...position])
}

/** The settings of a demonstration at its start; its owner may change all of them. */
export const demoSettings: ReadonlyMap<SettingKey, string> = new Map([
	...demoTexts,
	['tienda_posicion', positionText(defaultShop)],
])
