import type { z } from 'zod'
import { documentsOfSummary } from '#modules/tax-documents/shapes.ts'

/** What modules add to the numbers of a period; `summaryParts` of `modules/lists/hooks.ts` reads it. */
export const ownSummaryParts = { ...documentsOfSummary }
export type OwnSummaryParts = { [Name in keyof typeof ownSummaryParts]: z.output<(typeof ownSummaryParts)[Name]> }
