import type { ComponentType } from 'react'
import { CloseDayLink } from '#modules/numbers/web/close-day-link.tsx'
import { NewSaleLink } from '#modules/staff-sales/web/new-sale-link.tsx'

/** What modules offer beside the sales of the day, at the top of Hoy. */
export const dayStarts: readonly ComponentType[] = [NewSaleLink]

/** What modules add below the rows of Hoy. */
export const dayEnds: readonly ComponentType[] = [CloseDayLink]
