import {
	exportNotices,
	forgetAddressNotices,
	personsOfNotices,
	purgeStockNotices,
} from '#modules/back-in-stock/server/person-notices.ts'
import { sendNotices } from '#modules/back-in-stock/server/send-notices.ts'
import { noteErasure } from '#modules/backup/server/erasures.ts'
import { staffCodes } from '#modules/coupons/server/staff-coupons.ts'
import { exportNotes, forgetNotes } from '#modules/customers/server/customer-note.ts'
import { settleDispute } from '#modules/disputes/server/apply-dispute.ts'
import { reconcileDisputes } from '#modules/disputes/server/reconcile-disputes.ts'
import { countSource } from '#modules/found/server/visits.ts'
import type { Hooks } from '#modules/lists/context.ts'
import { endSubscriptions, exportDevices } from '#modules/push/server/devices.ts'
import { purgeNotices, pushToStaff } from '#modules/push/server/send-notice.ts'
import { forgetReturns } from '#modules/returns/server/end-return.ts'
import { exportReturns, readReturnSums } from '#modules/returns/server/read-returns.ts'
import { watchLateStops } from '#modules/rounds/server/delivery-mails.ts'
import {
	exportDeliveries,
	forgetDeliveries,
	personsOfDeliveries,
	purgeDeliveryProofs,
} from '#modules/rounds/server/delivery-photos.ts'
import { onItsWayProblem } from '#modules/rounds/server/order-parts.ts'
import { hasPasskey, removeFactors } from '#modules/second-factor/server/change-factors.ts'
import { secondFactorProof } from '#modules/second-factor/server/check-factor.ts'
import { askSecondFactor } from '#modules/second-factor/server/second-step.ts'
import {
	anonymizeSecurityEvents,
	exportSecurityEvents,
	personsOfEvents,
	purgeSecurityEvents,
	recordCommand,
} from '#modules/security-trail/server/stored-events.ts'
import { readSaleNumbers } from '#modules/staff-sales/server/sale-parts.ts'
import { readDocumentParts } from '#modules/tax-documents/server/booked-documents.ts'
import {
	facturaProblem,
	forgetRecipients,
	keepFactura,
	noteByHand,
	purgeRecipients,
	readSavedFactura,
	savedFacturaChange,
	storeReceptor,
} from '#modules/tax-documents/server/receptor.ts'
import { boletaTerms } from '#modules/tax-documents/server/tax-variables.ts'
import { writeDocuments } from '#modules/tax-documents/server/write-documents.ts'

/** What each event of the shop runs, in this order. */
export const hooks: Hooks = {
	orderMoneyChanged: [(deps, tx, { orderId, notBefore }) => writeDocuments(deps, tx, orderId, { notBefore })],
	summaryParts: [readDocumentParts, readSaleNumbers, readReturnSums],
	orderRequested: [facturaProblem],
	orderPriced: [keepFactura],
	orderPlaced: [storeReceptor, countSource],
	orderTerms: [boletaTerms],
	cancelRequested: [onItsWayProblem],
	refundMade: [noteByHand],
	discountCodes: [staffCodes],
	paymentRead: [settleDispute],
	disputeReported: [({ jobs }, tx, dispute) => jobs.enqueue(tx, 'seguir_disputa', dispute)],
	gatewayPolls: [reconcileDisputes],
	staffAlert: [pushToStaff],
	beforeSession: [askSecondFactor],
	identityFactors: [secondFactorProof],
	profileFields: { tiene_llave: hasPasskey, factura: readSavedFactura },
	profileChanges: [savedFacturaChange],
	pendingRightsProved: [removeFactors],
	forgetAccount: [removeFactors, endSubscriptions, anonymizeSecurityEvents, forgetNotes, noteErasure],
	forgetAddress: [forgetAddressNotices],
	forgetOrders: [forgetRecipients, forgetDeliveries, forgetReturns],
	exportAccount: {
		dispositivos_avisados: exportDevices,
		notas_de_la_cuenta: exportNotes,
		eventos_de_seguridad: exportSecurityEvents,
	},
	exportAddress: { avisos_de_stock: exportNotices },
	exportOrders: { entregas: exportDeliveries, retornos: exportReturns },
	affected: { ingresos: [personsOfEvents], entregas: [personsOfDeliveries], avisos: [personsOfNotices] },
	panelAccessLost: [endSubscriptions],
	operatorCommand: [recordCommand],
	everyFiveMinutes: [watchLateStops, sendNotices],
	daily: [
		purgeNotices,
		({ db, clock }) => purgeSecurityEvents(db, clock.now()),
		purgeRecipients,
		purgeDeliveryProofs,
		purgeStockNotices,
	],
}
