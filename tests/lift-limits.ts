import { type Database, openPostgres } from '#core/server/db/database.ts'
import { type SettingKey, settingDefinitions, settingText } from '#modules/settings/settings.ts'
import { ajustes } from '#modules/settings/tables.ts'

/** The settings that limit unpaid orders. */
export const limits = [
	'limite_unidades_linea',
	'limite_unidades_orden',
	'limite_ordenes_abiertas',
	'limite_unidades_abiertas',
	'limite_ordenes_hora',
	'limite_ordenes_dia',
	'limite_pagos_fallidos',
	'limite_ordenes_red',
	'limite_unidades_red',
	'limite_parte_sin_confirmar',
	'limite_ordenes_red_todas',
	'limite_unidades_red_todas',
	'limite_parte_sin_pagar',
] as const satisfies SettingKey[]

/** Raises the limits of unpaid orders beyond the reach of unrelated tests. */
export async function liftLimits(db: Database): Promise<void> {
	const rows = limits.map((clave) => ({ clave, valor: settingText(settingDefinitions[clave].max), version: 1 }))
	await db.insert(ajustes).values(rows).onConflictDoNothing()
}

/** Does the same in the database of a shop process. */
export async function liftLimitsAt(databaseUrl: string): Promise<void> {
	const database = await openPostgres(databaseUrl, () => {})
	await liftLimits(database.db)
	await database.close()
}
