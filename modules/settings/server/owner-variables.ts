import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { variableGroup } from '#core/server/platform/variables.ts'
import { positionText, region } from '#modules/delivery/shop-place.ts'
import { describeSetting, writeSetting } from '#modules/settings/server/change-setting.ts'
import {
	readSettingText,
	type SettingKey,
	settingOfVariable,
	settingProblem,
	tidySetting,
} from '#modules/settings/settings.ts'
import { ajustes } from '#modules/settings/tables.ts'

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
	const fixed = new Map<SettingKey, string>()
	for (const name of names) {
		const text = variables[name]
		if (text !== undefined) fixed.set(settingOfVariable[name], text)
	}
	if (lat !== undefined && lng !== undefined) fixed.set('tienda_posicion', positionText({ lat, lng }))
	return fixed
}

type SettingTexts = ReadonlyMap<SettingKey, string>

/**
 * Stores the environment's settings at the start. A fixed one replaces the current value as a new version; an initial
 * one is used only for a setting that was never set.
 */
export async function storeFixedSettings(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
	{ fixedSettings, initialSettings }: { readonly fixedSettings: SettingTexts; readonly initialSettings: SettingTexts },
): Promise<void> {
	await db.transaction(async (tx) => {
		await tx.execute(sql`lock table ${ajustes} in share row exclusive mode`)
		const rows = await tx.select().from(ajustes)
		for (const [clave, text] of fixedSettings) {
			const row = rows.find((one) => one.clave === clave)
			if (!row) await tx.insert(ajustes).values({ clave, valor: text, fijo: true, version: 1 })
			else if (row.valor !== text) {
				const valor = readSettingText(clave, text)
				await writeSetting(tx, describeSetting(clave, row), { valor, fijo: true, actorId: null, now: clock.now() })
			}
		}
		for (const { clave, fijo } of rows) {
			if (fijo !== fixedSettings.has(clave))
				await tx.update(ajustes).set({ fijo: !fijo }).where(eq(ajustes.clave, clave))
		}
		const initial = [...initialSettings].map(([clave, valor]) => ({ clave, valor, version: 1 }))
		if (initial.length > 0) await tx.insert(ajustes).values(initial).onConflictDoNothing()
	})
}
