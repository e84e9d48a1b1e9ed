import type { ComponentType } from 'react'
import type { ShownOrder } from '#modules/orders/shapes/own-order.ts'
import { OwnHandover } from '#modules/rounds/web/own/delivery-status.tsx'

/** What modules show at the top of an order, for its customer. */
export const ownOrderHead: readonly ComponentType<{ order: ShownOrder }>[] = [OwnHandover]
