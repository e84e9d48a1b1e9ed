import { join } from 'node:path'
import { isAllowed } from '#core/rules/permissions.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { type CopyHold, isHeldCopy } from '#core/server/db/held-copy.ts'
import type { Files } from '#core/server/files/files.ts'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import * as endpoints from '#modules/backup/endpoints.ts'
import { backUpOutside } from '#modules/backup/server/back-up-here.ts'
import { openBackupSocket } from '#modules/backup/server/backup-socket.ts'
import type { BackupVariables } from '#modules/backup/server/backup-variables.ts'
import { keepErasures } from '#modules/backup/server/copy-outside.ts'
import { backupPlaces } from '#modules/backup/server/first-day-step.ts'
import { openCopy, readWaiting, refuseWhileHeld } from '#modules/backup/server/held-copy.ts'
import { writeBackup } from '#modules/backup/server/write-backup.ts'

/**
 * Backups of the open shop, here and outside, the list of deleted accounts, and a restored copy that waits to be the shop. On the embedded database the operator's command
 * requests backups through a socket; without it the command has to stop the shop first.
 */
export const backup = defineModule<{
	readonly env: BackupVariables & { readonly dataDir: string; readonly DATABASE_URL?: string | undefined }
	readonly database: OpenDatabase
	readonly hold: CopyHold
	readonly files: Files
	readonly clock: Clock
	readonly log: Pick<Log, 'warn'>
}>({
	name: 'backup',
	open({ env, database, hold, files, clock, log }) {
		const places = backupPlaces({ env, database, files, clock })
		return {
			watch(app) {
				refuseWhileHeld(app, hold.isHeld)
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
			async routes(app) {
				handle(app, endpoints.readCopy, async ({ usuario }) => {
					const editable = isAllowed('cambiar_tienda', { ...usuario, is_active: true })
					// The mark itself: this process may learn of its end some seconds later.
					if (!hold.isHeld() || !(await isHeldCopy(database.db)))
						return { retenida: false, correos: 0, devoluciones: 0, vencidas: 0, editable }
					return { retenida: true, editable, ...(await readWaiting(database.db, clock.now())) }
				})
				handle(app, endpoints.openCopy, async ({ usuario }) => {
					await openCopy(database.db, usuario.id)
					return { retenida: false } as const
				})
			},
			jobs: {
				respaldar: async () => {
					if (places.outside) await backUpOutside(places)
				},
				anotar_borrados: () => keepErasures(database.db, env.dataDir, places.outside?.store),
			},
		}
	},
})
