import type { ResetLinks } from '#server/accounts/reset-links.ts'
import type { Guard } from '#server/http/guard.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { PaymentDeps } from '#server/payments/payment-deps.ts'
import type { SecurityTrail } from '#server/security/security-trail.ts'
import type { Signer } from '#server/signing.ts'

/** What the use cases of the panel work with. */
export interface StaffDeps extends PaymentDeps {
	readonly jobs: Jobs
	readonly signer: Signer
	readonly guard: Guard
	readonly trail: Pick<SecurityTrail, 'flush'>
	readonly links: ResetLinks
}
