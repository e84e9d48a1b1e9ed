import type { Clock } from '#core/server/platform/clock.ts'
import type { BackupVariables } from '#modules/backup/server/backup-variables.ts'
import type { OutsideStore } from '#modules/backup/server/outside-store.ts'
import { openS3Store } from '#modules/backup/server/s3-store.ts'
import { openSshStore } from '#modules/backup/server/ssh-store.ts'

/** The store of BACKUP_TO; undefined without one. */
export function openOutside(env: BackupVariables, clock: Clock): OutsideStore | undefined {
	if (env.BACKUP_TO === undefined) return undefined
	return env.BACKUP_TO.startsWith('s3:')
		? openS3Store(env.BACKUP_TO, {
				endpoint: env.BACKUP_S3_ENDPOINT ?? '',
				region: env.BACKUP_S3_REGION ?? '',
				accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? '',
				secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
				clock,
			})
		: openSshStore(env.BACKUP_TO, env.BACKUP_SSH_KEY)
}
