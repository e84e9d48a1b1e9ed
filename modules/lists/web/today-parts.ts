import type { ComponentType } from 'react'
import { CloseDayLink } from '#modules/numbers/web/close-day-link.tsx'

/** What modules add below the rows of Hoy. */
export const dayEnds: readonly ComponentType[] = [CloseDayLink]
