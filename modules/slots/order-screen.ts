import type { ComponentType } from 'react'
import { DeliveryTries, SheetLink } from '#modules/rounds/web/staff/delivery-tries.tsx'
import type { OrderDetail } from '#modules/staff-orders/shapes/order-detail.ts'

type Parts = readonly ComponentType<{ detail: OrderDetail }>[]

/** What modules show under the address of an order in the panel. */
export const destinationParts: Parts = [SheetLink]

/** What modules show of the delivery of an order in the panel. */
export const deliveryParts: Parts = [DeliveryTries]
