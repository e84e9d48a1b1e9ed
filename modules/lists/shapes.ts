import { z } from 'zod'
import { waitingOfStock } from '#modules/back-in-stock/shapes.ts'
import { noteOfOrder } from '#modules/customers/shapes.ts'
import { disputeFilterOfOrders, disputesOfOrder } from '#modules/disputes/shapes.ts'
import { sourceHeader } from '#modules/found/visit-shapes.ts'
import { returnsOfOrder, returnsOfOwnOrder, returnsOfSummary } from '#modules/returns/order-shapes.ts'
import {
	deliveriesOfOrder,
	deliveryFilterOfOrders,
	deliveryOfOwnOrder,
	deliveryOfStaffOrder,
} from '#modules/rounds/order-shapes.ts'
import { passkeyOfProfile, shownFactor } from '#modules/second-factor/shapes.ts'
import { linkOfOrder, saleOfOwnOrder, salesOfSummary } from '#modules/staff-sales/order-shapes.ts'
import {
	checkoutLimits,
	confirmationDocument,
	documentFilter,
	documentsOfDetail,
	documentsOfOwnOrder,
	documentsOfStaffOrder,
	documentsOfSummary,
	facturaOfProfile,
	forgetFactura,
	foundByDocument,
	receptorIsPrivate,
	receptorOfOrder,
	receptorOfRequest,
} from '#modules/tax-documents/shapes.ts'

/** Fields of a proof of identity, besides the password and Google's credential. */
export const identityParts = { ...shownFactor }

/** Fields of the profile, of the customer's data and of the login, read by `profileFields` of `modules/lists/hooks.ts`. */
export const ownDataParts = { ...facturaOfProfile }
export const profileParts = { ...passkeyOfProfile }

/** Fields of a change of the profile, stored by `profileChanges` of `modules/lists/hooks.ts`. */
export const editProfileParts = { ...forgetFactura }

/** What a record of fields holds; nothing without fields. */
type Fields<Shape> = { -readonly [Name in keyof Shape]: z.output<Shape[Name]> }

/** The fields that modules add to a customer's order. `modules/lists/order-parts.ts` lists their readers. */
export const ownOrderParts = { ...deliveryOfOwnOrder, ...documentsOfOwnOrder, ...saleOfOwnOrder, ...returnsOfOwnOrder }
export type OwnOrderParts = Fields<typeof ownOrderParts>

/** The fields that modules add to a customer's order, except behind a mailed link, and their names. */
export const privateOrderParts = { ...receptorOfOrder }
export type PrivateOrderParts = Fields<typeof privateOrderParts>
export const privateFields = { ...receptorIsPrivate }

/** The fields that modules add to an order in the panel's list. */
export const staffOrderParts = { ...deliveryOfStaffOrder, ...documentsOfStaffOrder }
export type StaffOrderParts = Fields<typeof staffOrderParts>

/** The fields that modules add to an order with its history, in the panel. */
export const orderDetailParts = {
	...disputesOfOrder,
	...deliveriesOfOrder,
	...documentsOfDetail,
	...noteOfOrder,
	...linkOfOrder,
	...returnsOfOrder,
}
export type OrderDetailParts = Fields<typeof orderDetailParts>

/** The filters that modules add to the panel's orders. */
export const orderFilterParts = { ...deliveryFilterOfOrders, ...documentFilter, ...disputeFilterOfOrders }
export type OrderFilterParts = Fields<typeof orderFilterParts>

/** What modules add to the request that places an order. */
export const placeOrderParts = { ...receptorOfRequest }

/** Headers of that request that modules read (`modules/lists/web/checkout.ts` sends them). */
export const placeOrderHeaders = z.looseObject({ ...sourceHeader })
export type PlaceOrderHeaders = Readonly<z.output<typeof placeOrderHeaders>>

/** What modules add to the data of the checkout. */
export const checkoutOptionParts = { ...checkoutLimits }

/** What modules add to a confirmation, which anyone with the order's id may read. */
export const confirmationParts = { ...confirmationDocument }

/** Fields of found orders: what a module found them by; null for the others. */
export const foundParts = { ...foundByDocument }
export type FoundParts = { readonly [Name in keyof typeof foundParts]: z.infer<(typeof foundParts)[Name]> }

/** What modules add to the numbers of a period; `summaryParts` of `modules/lists/hooks.ts` reads it. */
export const ownSummaryParts = { ...documentsOfSummary, ...salesOfSummary, ...returnsOfSummary }
export type OwnSummaryParts = { [Name in keyof typeof ownSummaryParts]: z.output<(typeof ownSummaryParts)[Name]> }

/** What modules add to a colour in the panel's stock. `modules/lists/stock-parts.ts` lists the readers. */
export const stockParts = { ...waitingOfStock }
export type StockParts = Fields<typeof stockParts>
