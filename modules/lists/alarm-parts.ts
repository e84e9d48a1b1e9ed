import { backupAlarm } from '#modules/backup/server/backup-alarm.ts'
import type { Alarm } from '#modules/lists/context.ts'
import { signatureAlarm } from '#modules/security-trail/server/signature-alarm.ts'

/** What modules add to the alarms of the shop. */
export const alarmParts: readonly Alarm[] = [signatureAlarm, backupAlarm]
