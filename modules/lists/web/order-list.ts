import type { ComponentType } from 'react'
import type { Options } from '#core/web/ui/fields.tsx'
import { disputeChoice } from '#modules/disputes/web/dispute-rows.tsx'
import type { OrderFilter, StaffOrder } from '#modules/orders/staff/shapes.ts'
import { deliveryChoice, deliveryNote, deliveryViews, OrderDeliveryBadge } from '#modules/rounds/web/order-delivery.tsx'
import { ListSearch } from '#modules/search/web/order-search.tsx'
import { documentChoice } from '#modules/tax-documents/document-text.ts'

interface FilterChoice {
	readonly param: keyof OrderFilter & string
	readonly label: string
	readonly options: Options
}

/** The filters that modules add to the list of orders. */
export const filterChoices: readonly FilterChoice[] = [deliveryChoice, documentChoice, disputeChoice]

/** A view of the list: its name, and the filters that it sets. */
export interface OrderView {
	readonly name: string
	readonly filter: Readonly<Partial<Record<keyof OrderFilter, string>>>
}

/** The views that modules add to the list of orders. */
export const orderViews: readonly OrderView[] = [...deliveryViews]

/** What modules show beside the state of an order, in the table. */
export const orderBadges: readonly ComponentType<{ order: StaffOrder }>[] = [OrderDeliveryBadge]

/** What modules say of an order on its card; undefined: nothing. */
export const orderNotes: readonly ((order: StaffOrder) => string | undefined)[] = [deliveryNote]

/** The search of the list, in place of the plain one. */
export const listSearches: readonly ComponentType[] = [ListSearch]
