import type { Database } from '#core/server/db/database.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'

/** Dependencies of use cases, their first parameter; each picks the fields that it needs. */
export interface Context extends MailContext {
	readonly db: Database
	readonly clock: Clock
	readonly newId: () => string
	readonly jobs: Pick<Jobs, 'enqueue'>
	readonly log: Log
}

/** What tells people of something in the transaction that it happens in: mails, and jobs that tell of it. */
export type NotifyContext = Pick<Context, 'mail' | 'jobs'>
