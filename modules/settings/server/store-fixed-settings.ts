import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { describeSetting, writeSetting } from '#modules/settings/server/change-setting.ts'
import { readSettingText, type SettingKey } from '#modules/settings/settings.ts'
import { ajustes } from '#modules/settings/tables.ts'

export type SettingTexts = ReadonlyMap<SettingKey, string>

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
			if (fijo !== fixedSettings.has(clave)) await setFixed(tx, clave, !fijo)
		}
		const initial = [...initialSettings].map(([clave, valor]) => ({ clave, valor, version: 1 }))
		if (initial.length > 0) await tx.insert(ajustes).values(initial).onConflictDoNothing()
	})
}

async function setFixed(tx: Transaction, clave: SettingKey, fijo: boolean): Promise<void> {
	await tx.update(ajustes).set({ fijo }).where(eq(ajustes.clave, clave))
}
