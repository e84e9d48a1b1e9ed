import type { Jobs } from '#core/server/jobs/jobs.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import type { ResetLinks } from '#modules/accounts/server/reset-links.ts'
import type { Context } from '#modules/events.ts'
import type { StepCounter } from '#modules/numbers/server/funnel/step-counter.ts'
import type { SecurityTrail } from '#modules/security-trail/server/security-trail.ts'
import type { Pages } from '#shop/server/pages/pages.ts'

export interface StaffDeps extends Context {
	readonly jobs: Jobs
	readonly signer: Signer
	readonly trail: Pick<SecurityTrail, 'flush'>
	readonly steps: Pick<StepCounter, 'flush'>
	readonly links: ResetLinks
	/** Absent when only the API runs. */
	readonly preview?: Pages['preview'] | undefined
}
