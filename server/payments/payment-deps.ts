import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'

/** What the use cases of payments work with. `gateways` holds the configured ones by name. */
export interface PaymentDeps {
	readonly db: Database
	readonly clock: Clock
	readonly newId: () => string
	readonly mail: EnqueueMail
	readonly jobs: Pick<Jobs, 'enqueue'>
	readonly gateways: ReadonlyMap<GatewayMethod, Gateway>
	readonly log: Log
}
