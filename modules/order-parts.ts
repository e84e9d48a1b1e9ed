import type { OrderDetailParts, OrderFilterParts, OwnOrderParts, StaffOrderParts } from '#modules/order-shapes.ts'
import type { PartFilters, PartReaders, WatchEffects } from '#modules/orders/server/read-parts.ts'
import {
	readDeliveryStates,
	readOwnDeliveries,
	readShownDeliveries,
	watchDelivery,
	withDelivery,
} from '#modules/rounds/server/order-parts.ts'

/** The readers of what modules add to orders, by the fields of `modules/order-shapes.ts`. */
export const ownOrderReaders: PartReaders<OwnOrderParts> = { entrega: readOwnDeliveries }

export const staffOrderReaders: PartReaders<StaffOrderParts> = { entrega: readDeliveryStates }

export const orderDetailReaders: PartReaders<OrderDetailParts> = { entregas: readShownDeliveries }

/** The conditions of the filters that modules add to the panel's orders. */
export const orderFilters: PartFilters<OrderFilterParts> = { entrega: withDelivery }

/** The consequences that modules see in a change of an order, in the order of their sentences. */
export const effectsOfChange: readonly WatchEffects[] = [watchDelivery]
