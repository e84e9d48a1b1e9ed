import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { isAllowed, type Rights } from '#core/rules/permissions.ts'
import { dayIn } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { type MailContext, notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import {
	permissionOfSetting,
	readSettingText,
	type SettingKey,
	settingDefinitions,
	settingKeys,
	settingLabel,
	settingProblem,
	settingsFrom,
	settingText,
	steersMoney,
	tidySetting,
	togetherProblem,
} from '#modules/settings/settings.ts'
import type { ListSettingVersionsAnswer, StaffSetting } from '#modules/settings/shapes.ts'
import { ajustes, ajustesVersiones } from '#modules/settings/tables.ts'

type SettingRow = typeof ajustes.$inferSelect

/** A setting as stored, independent of the reader. */
type KeptSetting = Omit<StaffSetting, 'editable'>

/** The account that changes settings; null: the shop itself. */
export type SettingsActor = (Rights & { readonly email: string }) | null

export const describeSetting = (clave: SettingKey, row: SettingRow | undefined): KeptSetting => ({
	clave,
	valor: readSettingText(clave, row?.valor),
	inicial: settingDefinitions[clave].initial,
	fijo: row?.fijo ?? false,
	version: row?.version ?? 1,
	updated_at: row?.updated_at.toISOString() ?? null,
})

const seenBy = (actor: SettingsActor, setting: KeptSetting): StaffSetting => ({
	...setting,
	editable: !setting.fijo && mayChange(actor, setting.clave),
})

export const mayChange = (actor: SettingsActor, clave: SettingKey): boolean =>
	actor === null || isAllowed(permissionOfSetting(clave), actor)

/** Returns all settings with their values, and whether `actor` may change them. */
export async function listSettings(
	db: Queryable,
	actor: SettingsActor,
): Promise<{ results: StaffSetting[]; count: number }> {
	const rows = await db.select().from(ajustes)
	const rowOf = (clave: SettingKey) => rows.find((row) => row.clave === clave)
	const results = settingKeys.map((clave) => seenBy(actor, describeSetting(clave, rowOf(clave))))
	return { results, count: results.length }
}

/** Returns a page of the versions of `clave` before `antes`, or the newest ones, newest first. */
export async function listVersions(
	db: Queryable,
	clave: SettingKey,
	antes: number | undefined,
): Promise<ListSettingVersionsAnswer> {
	const most = 50
	const { version, valor, created_at, usuario_id } = ajustesVersiones
	const isEarlier = antes === undefined ? undefined : lt(version, antes)
	const rows = await db
		.select({ version, valor, usuario: usuarios.email, created_at })
		.from(ajustesVersiones)
		.leftJoin(usuarios, eq(usuarios.id, usuario_id))
		.where(and(eq(ajustesVersiones.clave, clave), isEarlier))
		.orderBy(desc(version))
		.limit(most + 1)
	const results = rows.slice(0, most).map((row) => ({
		...row,
		valor: readSettingText(clave, row.valor),
		created_at: row.created_at.toISOString(),
	}))
	return { results, count: results.length, hay_mas: rows.length > most }
}

export interface SettingChange {
	readonly clave: SettingKey
	readonly valor: SettingValue
	/** The version on which the change is based; undefined to overwrite any. */
	readonly version?: number | undefined
}

/** Returns changes with their values as stored. Refuses with `solo_superusuario`, or `valor_invalido` and its `campo`. */
export const checkedChanges = (actor: SettingsActor, changes: readonly SettingChange[]): SettingChange[] =>
	changes.map((change) => {
		const { clave } = change
		if (!mayChange(actor, clave)) refuse('solo_superusuario')
		const valor = tidySetting(clave, change.valor)
		const problem = settingProblem(clave, valor)
		if (problem !== undefined) refuse('valor_invalido', { text: problem, extra: { campo: clave } })
		return { ...change, valor }
	})

/**
 * Sets settings, all of them or none, each with its audit row. Valid from the commit on, in every process; their pages
 * are rendered again. Refuses with `solo_superusuario`, with `valor_invalido` and the setting as `campo` (also where
 * values contradict each other), with `ajuste_fijo` for one fixed by the environment, and with `version_distinta` and the
 * current setting after a parallel change; an equal value changes nothing. Returns settings in the order of `changes`.
 */
export async function changeSettings(
	context: MailContext & { readonly db: Database; readonly clock: Clock },
	actor: SettingsActor,
	changes: readonly SettingChange[],
): Promise<StaffSetting[]> {
	const wanted = checkedChanges(actor, changes)
	return await context.db.transaction(async (tx) => {
		// Two parallel first changes have no row to lock.
		await tx.execute(sql`lock table ${ajustes} in share row exclusive mode`)
		const rows = await tx.select().from(ajustes)
		const stored = (clave: SettingKey) =>
			describeSetting(
				clave,
				rows.find((row) => row.clave === clave),
			)
		const planned = wanted.flatMap(({ clave, valor, version }) => {
			const before = stored(clave)
			if (before.fijo) refuse('ajuste_fijo')
			if (before.valor === valor) return []
			if (version !== undefined && version !== before.version)
				refuse('version_distinta', { extra: { actual: seenBy(actor, before) } })
			return [{ clave, before, valor }]
		})

		const now = context.clock.now()
		const texts = new Map(rows.map(({ clave, valor }) => [clave, valor]))
		for (const { clave, valor } of planned) texts.set(clave, settingText(valor))
		const changed = planned.map(({ clave }) => clave)
		const clash = togetherProblem(settingsFrom(texts), changed, dayIn(now))
		if (clash) refuse('valor_invalido', { text: clash.texto, extra: { campo: clash.clave } })

		const written = new Map<SettingKey, KeptSetting>()
		for (const { clave, before, valor } of planned)
			written.set(clave, await writeSetting(tx, before, { valor, fijo: false, actorId: actor?.id ?? null, now }))
		// A changed account for transfers could divert customers' money.
		const ofMoney = planned.filter(({ clave }) => steersMoney(clave))
		if (ofMoney.length > 0)
			await notifyStaff(context, tx, {
				clave: `ajuste_cambiado:${ofMoney.map(({ clave, before }) => `${clave}:${before.version + 1}`).join(',')}`,
				plantilla: 'banco_cambiado',
				datos: {
					cambios: ofMoney.map(({ clave, before, valor }) => ({
						campo: settingLabel(clave),
						antes: settingText(before.valor),
						despues: settingText(valor),
					})),
					quien: actor?.email ?? null,
				},
			})
		return wanted.map(({ clave }) => seenBy(actor, written.get(clave) ?? stored(clave)))
	})
}

/** Writes a new value of a setting, its version and its audit row. The caller holds the table lock. */
export async function writeSetting(
	tx: Transaction,
	before: KeptSetting,
	change: { readonly valor: SettingValue; readonly fijo: boolean; readonly actorId: number | null; readonly now: Date },
): Promise<KeptSetting> {
	const { valor, fijo, actorId, now } = change
	const { clave } = before
	const row = { clave, valor: settingText(valor), fijo, version: before.version + 1, updated_at: now }
	await tx.insert(ajustes).values(row).onConflictDoUpdate({ target: ajustes.clave, set: row })
	const common = { clave, usuario_id: actorId, created_at: now }
	// The initial value becomes a version too, so that it can be restored.
	const first = { ...common, version: before.version, valor: settingText(before.valor), usuario_id: null }
	if (before.version === 1) await tx.insert(ajustesVersiones).values(first).onConflictDoNothing()
	await tx.insert(ajustesVersiones).values({ ...common, version: row.version, valor: row.valor })
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
	return describeSetting(clave, row)
}

/** Reopens a closed shop on the owner's day, so that pages change in its first minute. */
export async function reopenShop(
	context: MailContext & { readonly db: Database; readonly clock: Clock },
): Promise<void> {
	const { tienda_cerrada, cierre_vuelta } = await readSettings(context.db)
	if (!tienda_cerrada || cierre_vuelta === null || dayIn(context.clock.now()) < cierre_vuelta) return
	await changeSettings(context, null, [
		{ clave: 'tienda_cerrada', valor: false },
		{ clave: 'cierre_vuelta', valor: null },
	])
}
