import { eq } from 'drizzle-orm'
import { dayIn } from '#core/rules/times.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { KeyedProvider, ReportKey } from '#core/server/platform/provider-key.ts'
import type { Context } from '#modules/lists/context.ts'
import { episodios } from '#modules/settings/tables.ts'

type WatchDeps = Pick<Context, 'db' | 'clock' | 'mail' | 'log'>

/**
 * Follows whether each provider accepts the shop's key. Staff are mailed once when one refuses it, at most once a day;
 * the next success ends the condition. The adapters do not wait for it.
 */
export function createKeyWatch(deps: WatchDeps): (provider: KeyedProvider) => ReportKey {
	return (proveedor) => {
		/** What this process wrote last; undefined: the condition may have begun in an earlier one. */
		let isRefused: boolean | undefined
		let lastWrite = Promise.resolve()
		return (refusal) => {
			if (isRefused === (refusal !== undefined)) return
			isRefused = refusal !== undefined
			lastWrite = lastWrite
				.then(() => (refusal === undefined ? endRefusal(deps, proveedor) : tellRefusal(deps, proveedor, refusal)))
				.catch((err: unknown) => {
					isRefused = undefined
					deps.log.error({ err, proveedor }, 'whether a provider accepts the key could not be stored')
				})
		}
	}
}

async function tellRefusal(deps: WatchDeps, proveedor: KeyedProvider, motivo: string): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const now = deps.clock.now()
		const begun = await tx
			.insert(episodios)
			.values({ clave: `llave_${proveedor}`, created_at: now })
			.onConflictDoNothing()
			.returning({ clave: episodios.clave })
		if (begun.length === 0) return
		deps.log.error({ proveedor, motivo }, 'a provider refuses the key of the shop')
		await notifyStaff(deps, tx, {
			clave: `llave_rechazada:${proveedor}:${dayIn(now)}`,
			plantilla: 'llave_rechazada',
			datos: { proveedor, motivo },
		})
	})
}

async function endRefusal(deps: WatchDeps, proveedor: KeyedProvider): Promise<void> {
	const ended = await deps.db
		.delete(episodios)
		.where(eq(episodios.clave, `llave_${proveedor}`))
		.returning()
	if (ended.length > 0) deps.log.info({ proveedor }, 'a provider accepts the key of the shop again')
}
