import { defineModule } from '#core/server/module.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { watchAlarms } from '#modules/alarms/server/watch-alarms.ts'
import type { AlarmDeps, NotifyContext } from '#modules/lists/context.ts'

const timeoutMs = 10_000

interface AlarmServices extends AlarmDeps, NotifyContext {
	readonly env: AlarmDeps['env'] & { readonly HEARTBEAT_URL?: string | undefined }
}

/** Checks the shop every five minutes and notifies its staff of problems. */
export const shopAlarms = defineModule<AlarmServices>({
	name: 'alarms',
	open: (deps) => ({
		jobs: {
			async vigilar_alarmas() {
				const isWell = await watchAlarms(deps)
				if (isWell && deps.env.HEARTBEAT_URL !== undefined) await beat(deps, deps.env.HEARTBEAT_URL)
			},
		},
	}),
})

/** Calls the service that rings when no call comes. Its own failure is no alarm of the shop: it rings by itself. */
async function beat({ log }: Pick<AlarmDeps, 'log'>, address: string): Promise<void> {
	try {
		const answer = await fetchOutside(address, { signal: AbortSignal.timeout(timeoutMs) })
		await answer.body?.cancel()
		if (!answer.ok) throw new Error(`it answered ${answer.status}`)
	} catch (err) {
		log.warn({ err }, 'HEARTBEAT_URL could not be called')
	}
}
