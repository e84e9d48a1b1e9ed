import type { ComponentType } from 'react'
import { HowToReturn } from '#modules/returns/web/how-to-return.tsx'

/** What modules say of the right of withdrawal in the policies. */
export const withdrawalParts: readonly ComponentType[] = [HowToReturn]
