import { join } from 'node:path'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { defineModule } from '#core/server/module.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { openBackupSocket } from '#modules/backup/server/backup-socket.ts'
import { writeBackup } from '#modules/backup/server/write-backup.ts'

/**
 * Backups of the open shop. On the embedded database the operator's command requests them through a socket; without it
 * the command has to stop the shop first.
 */
export const backup = defineModule<{
	readonly env: { readonly dataDir: string; readonly DATABASE_URL?: string | undefined }
	readonly database: OpenDatabase
	readonly files: Files
	readonly clock: Clock
	readonly log: Pick<Log, 'warn'>
}>({
	name: 'backup',
	open: ({ env, database, files, clock, log }) => ({
		watch(app) {
			if (env.DATABASE_URL !== undefined) return
			let close: (() => void) | undefined
			app.addHook('onListen', async () => {
				const write = (target: string) => writeBackup({ database, files, now: clock.now() }, target)
				// A socket's path has at most 103 bytes, and some file systems have no sockets.
				close = await openBackupSocket(join(env.dataDir, 'base'), write).catch(
					(err) => void log.warn({ err }, 'cannot take requests for backups'),
				)
			})
			app.addHook('preClose', async () => close?.())
		},
	}),
})
