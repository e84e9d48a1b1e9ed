import type { LoginStep } from '#modules/accounts/web/account-parts.tsx'
import { secondStep } from '#modules/second-factor/web/second-step.tsx'

/** Further steps of a login. */
export const loginSteps: readonly LoginStep[] = [secondStep]
