import type { z } from 'zod'
import { foundByDocument } from '#modules/tax-documents/shapes.ts'

/** Fields of found orders: what a module found them by; null for the others. */
export const foundParts = { ...foundByDocument }
export type FoundParts = { readonly [Name in keyof typeof foundParts]: z.infer<(typeof foundParts)[Name]> }
