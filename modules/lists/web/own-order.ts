import type { ComponentType } from 'react'
import type { OwnOrderParts } from '#modules/lists/shapes.ts'
import type { ShownOrder } from '#modules/orders/shapes.ts'
import { OwnReturns } from '#modules/returns/web/own-returns.tsx'
import { deliveryInterval, OwnHandover } from '#modules/rounds/web/delivery-status.tsx'
import { SoldByShop } from '#modules/staff-sales/web/sold-by-shop.tsx'
import { documentsInterval, OwnDocuments, receptorFacts } from '#modules/tax-documents/web/customer-documents.tsx'

/** What modules show at the top of an order, for its customer. */
export const ownOrderHead: readonly ComponentType<{ order: ShownOrder }>[] = [SoldByShop, OwnHandover]

/** What modules show in the place of the last days of an order's rights; `token`: of the link that shows it. */
export const ownOrderRights: readonly ComponentType<{ order: ShownOrder; token?: string | undefined }>[] = [OwnReturns]

/** What modules say of an order, for its customer, as labels with texts. */
export const ownOrderFacts: readonly ((order: ShownOrder) => readonly (readonly [string, string])[])[] = [receptorFacts]

/** The entries that modules add to the description list of an order, for its customer. */
export const ownOrderEntries: readonly ComponentType<{ order: ShownOrder }>[] = [OwnDocuments]

/** After how many milliseconds a mailed link's page reads the order again, for a module; undefined: not for it. */
export const trackingIntervals: readonly ((order: Pick<ShownOrder, keyof OwnOrderParts>) => number | undefined)[] = [
	documentsInterval,
	deliveryInterval,
]
