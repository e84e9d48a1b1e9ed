import type { ResetLinks } from '#server/accounts/reset-links.ts'
import type { Context } from '#server/context/context.ts'
import type { StepCounter } from '#server/funnel/step-counter.ts'
import type { Pages } from '#server/http/pages.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Signer } from '#server/platform/signing.ts'
import type { SecurityTrail } from '#server/security/security-trail.ts'

export interface StaffDeps extends Context {
	readonly jobs: Jobs
	readonly signer: Signer
	readonly trail: Pick<SecurityTrail, 'flush'>
	readonly steps: Pick<StepCounter, 'flush'>
	readonly links: ResetLinks
	/** Absent when only the API runs. */
	readonly preview?: Pages['preview'] | undefined
}
