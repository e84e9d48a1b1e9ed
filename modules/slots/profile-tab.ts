import type { ComponentType } from 'react'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'
import { FactorSection } from '#modules/second-factor/web/factor-section.tsx'

/** Sections of the customer's data, below the password. */
export const profileSections: readonly ComponentType<{ readonly profile: ProfileAnswer }>[] = [FactorSection]
