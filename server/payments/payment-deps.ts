import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'

/** Where the payments room tells what went wrong outside; a Fastify or pino logger fits. */
export interface PaymentLog {
	info(details: object, message: string): void
	warn(details: object, message: string): void
	error(details: object, message: string): void
}

/** What the use cases of payments work with. `gateways` holds the configured ones by name. */
export interface PaymentDeps {
	readonly db: Database
	readonly clock: Clock
	readonly newId: () => string
	readonly mail: EnqueueMail
	readonly jobs: Pick<Jobs, 'enqueue'>
	readonly gateways: ReadonlyMap<string, Gateway>
	readonly log: PaymentLog
}
