import type { ComponentType } from 'react'
import { noteBlock } from '#modules/customers/web/customer-note.tsx'
import type { OrderDetailParts, StaffOrderParts } from '#modules/lists/shapes.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { returnsBlock } from '#modules/returns/web/order-returns.tsx'
import { DeliveryTries, OnTheWayNote, SheetLink } from '#modules/rounds/web/order-delivery.tsx'
import { linkBlock } from '#modules/staff-sales/web/sent-link.tsx'
import { documentsUnderWay } from '#modules/tax-documents/web/customer-documents.tsx'
import { documentsBlock, receptorBlock } from '#modules/tax-documents/web/staff/order-documents.tsx'

type Parts = readonly ComponentType<{ detail: OrderDetail }>[]

/** What modules show under the address of an order in the panel. */
export const destinationParts: Parts = [SheetLink]

/** What modules show of the delivery of an order in the panel. */
export const deliveryParts: Parts = [DeliveryTries]

/** What modules say of an order that staff are about to cancel. */
export const cancelNotes: Parts = [OnTheWayNote]

/** A block with a title of its own. */
interface OrderBlock {
	/** undefined: the block is not shown. */
	readonly titleOf: (detail: OrderDetail) => string | undefined
	readonly Part: ComponentType<{ detail: OrderDetail }>
}

/** What modules show under the customer of an order in the panel. */
export const customerBlocks: readonly OrderBlock[] = [linkBlock, noteBlock, receptorBlock]

/** What modules show under the payments of an order in the panel. */
export const paymentBlocks: readonly OrderBlock[] = [documentsBlock, returnsBlock]

/** When each thing began that modules wait for, of an order in the panel (ISO 8601). */
export const beginningsInParts: readonly ((detail: OrderDetailParts & StaffOrderParts) => readonly string[])[] = [
	documentsUnderWay,
]
