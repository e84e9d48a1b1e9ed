import { readOrderNotes } from '#modules/customers/server/customer-note.ts'
import { readDisputes, withDispute } from '#modules/disputes/server/read-disputes.ts'
import type {
	OrderDetailParts,
	OrderFilterParts,
	OwnOrderParts,
	PrivateOrderParts,
	StaffOrderParts,
} from '#modules/lists/shapes.ts'
import type { PartFilters, PartReaders, WatchEffects } from '#modules/orders/server/read-parts.ts'
import { readOwnReturns, readStaffReturns } from '#modules/returns/server/read-returns.ts'
import {
	readDeliveryStates,
	readOwnDeliveries,
	readShownDeliveries,
	watchDelivery,
	withDelivery,
} from '#modules/rounds/server/order-parts.ts'
import { readOwnSales, readSales, readSentLinks } from '#modules/staff-sales/server/sale-parts.ts'
import {
	readDocuments,
	readHandDocuments,
	readOwnDocuments,
	watchDocuments,
	withDocument,
} from '#modules/tax-documents/server/documents.ts'
import { readReceptors } from '#modules/tax-documents/server/receptor.ts'

/** The readers of what modules add to orders, by the fields of `modules/lists/shapes.ts`. */
export const ownOrderReaders: PartReaders<OwnOrderParts> = {
	entrega: readOwnDeliveries,
	documentos: readOwnDocuments,
	vendida: readOwnSales,
	retornos: readOwnReturns,
}

export const privateOrderReaders: PartReaders<PrivateOrderParts> = { receptor: readReceptors }

export const staffOrderReaders: PartReaders<StaffOrderParts> = {
	entrega: readDeliveryStates,
	documentos: readDocuments,
}

export const orderDetailReaders: PartReaders<OrderDetailParts> = {
	disputas: readDisputes,
	entregas: readShownDeliveries,
	receptor: readReceptors,
	documentos_a_mano: readHandDocuments,
	nota_cliente: readOrderNotes,
	enlace_pago: readSentLinks,
	vendida: readSales,
	retornos: readStaffReturns,
}

/** The conditions of the filters that modules add to the panel's orders. */
export const orderFilters: PartFilters<OrderFilterParts> = {
	entrega: withDelivery,
	documento: withDocument,
	disputa: withDispute,
}

/** The consequences that modules see in a change of an order, in the order of their sentences. */
export const effectsOfChange: readonly WatchEffects[] = [watchDelivery]

/** The same, listed right after the effects on money. */
export const effectsOnMoney: readonly WatchEffects[] = [watchDocuments]
