import { z } from 'zod'
import { variableGroup } from '#core/server/platform/variable-group.ts'
import { positionText, region } from '#modules/delivery/shop-position.ts'
import { type SettingKey, settingOfVariable, settingProblem, tidySetting } from '#modules/settings/settings.ts'

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

const degrees = (from: number, to: number) => {
	const between = `va de ${from} a ${to}, dentro de la Región Metropolitana`
	return z.coerce.number('debe ser un número').min(from, between).max(to, between)
}

/** Settings that the environment may fix. */
export const ownerVariables = variableGroup({
	variables: {
		...(Object.fromEntries(names.map((name) => [name, textOf(settingOfVariable[name])])) as Record<
			OwnerVariable,
			ReturnType<typeof textOf>
		>),
		SHOP_LAT: degrees(region.south, region.north).optional(),
		SHOP_LON: degrees(region.west, region.east).optional(),
	},
	together: [['SHOP_LAT', 'SHOP_LON']],
})

interface FixingVariables extends Partial<Record<OwnerVariable, string | undefined>> {
	/** Two variables that fix one setting. */
	readonly SHOP_LAT?: number | undefined
	readonly SHOP_LON?: number | undefined
}

/** The settings fixed by the environment, as texts. */
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
