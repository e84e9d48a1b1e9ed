import { eq, sql } from 'drizzle-orm'
import { type Failure, fail } from '#contract/failure.ts'
import type { StaffSetting } from '#contract/staff/settings.ts'
import {
	readSettingText,
	type SettingKey,
	type SettingValue,
	settingKeys,
	settingProblem,
	settingRules,
	settingText,
} from '#domain/settings/settings.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { ajustes } from '#server/db/tables/settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import { announceCatalogChange } from '#server/stock/catalog-changes.ts'

type SettingRow = typeof ajustes.$inferSelect

const describe = (clave: SettingKey, row: SettingRow | undefined): StaffSetting => ({
	clave,
	valor: readSettingText(clave, row?.valor),
	inicial: settingRules[clave].initial,
	version: row?.version ?? 1,
	updated_at: row?.updated_at.toISOString() ?? null,
})

/** Everything that staff may set, and what it is set to. */
export async function listSettings(db: Queryable): Promise<{ results: StaffSetting[]; count: number }> {
	const rows = await db.select().from(ajustes)
	const results = settingKeys.map((clave) =>
		describe(
			clave,
			rows.find((row) => row.clave === clave),
		),
	)
	return { results, count: results.length }
}

export interface SettingChange {
	readonly clave: SettingKey
	readonly valor: SettingValue
	/** The version that the change was made on; undefined where overwriting does not matter. */
	readonly version: number | undefined
}

/**
 * Sets one setting, with its line in the audit log. It holds from the commit on, in every process; pages that show it are made
 * anew. Refuses with `valor_invalido`, and with `version_distinta` and the setting as it is now when somebody was quicker; setting
 * what is set already changes nothing.
 */
export async function changeSetting(
	deps: { readonly db: Database; readonly clock: Clock },
	actorId: number,
	change: SettingChange,
): Promise<StaffSetting | Failure> {
	const { clave, valor } = change
	const problem = settingProblem(clave, valor)
	if (problem !== undefined) return fail('valor_invalido', { text: problem, extra: { campo: clave } })
	return await deps.db.transaction(async (tx) => {
		// Two who change it for the first time at once have no row to wait for.
		await tx.execute(sql`lock table ${ajustes} in share row exclusive mode`)
		const [row] = await tx.select().from(ajustes).where(eq(ajustes.clave, clave))
		const before = describe(clave, row)
		if (before.valor === valor) return before
		if (change.version !== undefined && change.version !== before.version)
			return fail('version_distinta', { extra: { actual: before } })
		return await write(tx, before, { ...change, actorId, now: deps.clock.now() })
	})
}

async function write(
	tx: Transaction,
	before: StaffSetting,
	change: SettingChange & { readonly actorId: number; readonly now: Date },
): Promise<StaffSetting> {
	const { clave, valor, actorId, now } = change
	const row = { clave, valor: settingText(valor), version: before.version + 1, updated_at: now }
	await tx.insert(ajustes).values(row).onConflictDoUpdate({ target: ajustes.clave, set: row })
	await writeAudit(tx, {
		tipo: 'ajuste',
		ref: clave,
		usuario_id: actorId,
		accion: 'ajuste_cambiado',
		campo: clave,
		antes: before.valor,
		despues: valor,
	})
	await announceCatalogChange(tx)
	return describe(clave, row)
}
