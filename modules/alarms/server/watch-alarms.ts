import { eq, inArray, sql } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { runChores } from '#core/server/jobs/jobs.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { ownAlarms } from '#modules/alarms/server/own-alarms.ts'
import { type AlarmRow, alarmas } from '#modules/alarms/tables.ts'
import { type Alarm, type AlarmDeps, type AlarmText, type NotifyContext, runHooks } from '#modules/lists/context.ts'
import { alarmParts } from '#modules/lists/server.ts'

/** Every alarm of the shop. */
export const alarms: readonly Alarm[] = [...ownAlarms, ...alarmParts]

const mailEveryMs = 60 * 60_000

/** Whether no mail told yet of an alarm's last change. */
const isPending = ({ desde, terminada_at, avisada_at }: AlarmRow) =>
	avisada_at === null || avisada_at < (terminada_at ?? desde)

/**
 * Checks every alarm, stores which stand, and mails staff what began and ended since the last mail: at most one mail an
 * hour. Returns whether all is well. @throws the errors of failed checks, whose alarms stay as they are.
 */
export async function watchAlarms(
	deps: AlarmDeps & NotifyContext,
	watched: readonly Alarm[] = alarms,
): Promise<boolean> {
	const found = new Map<string, AlarmText | undefined>()
	let failed: unknown
	await runChores(...watched.map((alarm) => async () => void found.set(alarm.clave, await alarm.check(deps)))).catch(
		(error: unknown) => {
			failed = error
		},
	)
	const now = deps.clock.now()
	await deps.db.transaction(async (tx) => {
		// Of processes that check at once the second one reads what the first has mailed.
		await tx.execute(sql`lock table ${alarmas} in share row exclusive mode`)
		const before = new Map((await tx.select().from(alarmas)).map((row) => [row.clave, row]))
		for (const [clave, alarm] of found) {
			const row = before.get(clave)
			if (alarm) {
				// It began again before a mail told of its end: it goes on.
				const goesOn = row && (row.terminada_at === null || isPending(row))
				const { texto, queHacer: que_hacer } = alarm
				const set = {
					texto,
					que_hacer,
					lugar: alarm.lugar ? String(panelQuery(alarm.lugar)) : null,
					desde: goesOn ? row.desde : now,
					terminada_at: null,
					...(alarm.isMailed && !goesOn && { avisada_at: now }),
				}
				await tx
					.insert(alarmas)
					.values({ clave, ...set })
					.onConflictDoUpdate({ target: alarmas.clave, set })
				if (row?.terminada_at === null) continue
				deps.log.error({ alarma: clave }, 'an alarm began')
				await runHooks(deps.hooks.staffAlert, deps, tx, {
					clave: `alarma:${clave}:${now.toISOString()}`,
					tipo: 'alarma',
				})
			} else if (row?.terminada_at === null) {
				await tx.update(alarmas).set({ terminada_at: now }).where(eq(alarmas.clave, clave))
				deps.log.info({ alarma: clave }, 'an alarm ended')
			}
		}
		// Of another version of the shop: nothing would end it.
		for (const { clave, terminada_at } of before.values()) {
			if (terminada_at !== null || watched.some((alarm) => alarm.clave === clave)) continue
			await tx.update(alarmas).set({ terminada_at: now }).where(eq(alarmas.clave, clave))
		}
		await mailChanges(deps, tx, now)
	})
	if (failed !== undefined) throw failed
	return [...found.values()].every((alarm) => alarm === undefined)
}

async function mailChanges(deps: NotifyContext, tx: Parameters<typeof notifyStaff>[1], now: Date): Promise<void> {
	const rows = await tx.select().from(alarmas).orderBy(alarmas.desde)
	const pending = rows.filter(isPending)
	const lastMail = Math.max(...rows.map(({ avisada_at }) => avisada_at?.getTime() ?? 0))
	if (pending.length === 0 || now.getTime() - lastMail < mailEveryMs) return
	// While no mail leaves, mails of alarms would only pile up: one tells of all when mails are sent again.
	if (rows.some(({ clave, terminada_at }) => clave === 'correos' && terminada_at === null)) return
	await notifyStaff(deps, tx, {
		clave: `alarmas:${now.toISOString()}`,
		plantilla: 'alarmas',
		datos: {
			empiezan: pending.filter(({ terminada_at }) => terminada_at === null),
			terminan: pending.filter(({ terminada_at }) => terminada_at !== null),
		},
	})
	const claves = pending.map(({ clave }) => clave)
	await tx.update(alarmas).set({ avisada_at: now }).where(inArray(alarmas.clave, claves))
}
