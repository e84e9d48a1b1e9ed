import type { Hooks } from '#modules/context.ts'
import { staffCodes } from '#modules/coupons/server/staff-coupons.ts'
import { pushToStaff } from '#modules/push/server/push-to-staff.ts'
import { writeDocuments } from '#modules/tax-documents/server/write-documents.ts'

/** What each event of the shop runs, in this order. */
export const hooks: Hooks = {
	orderMoneyChanged: [(deps, tx, { orderId, notBefore }) => writeDocuments(deps, tx, orderId, { notBefore })],
	discountCodes: [staffCodes],
	staffAlert: [pushToStaff],
}
