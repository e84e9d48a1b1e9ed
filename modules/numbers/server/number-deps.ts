import type { StaffDeps } from '#modules/context.ts'
import type { StepCounter } from '#modules/numbers/server/funnel/step-counter.ts'

export interface NumberDeps extends Pick<StaffDeps, 'db' | 'clock'> {
	readonly steps: Pick<StepCounter, 'flush'>
}
