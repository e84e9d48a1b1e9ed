import { z } from 'zod'
import { optionalOneOf } from '#core/contract/lists.ts'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { disputeKinds, disputeStates } from '#modules/orders/payment-details.ts'

/** A dispute of a payment: a chargeback, a claim, a mediation, a fraud warning. */
const staffDispute = z.object({
	gateway: z.enum(gatewayMethods),
	tipo: z.enum(disputeKinds),
	disputa_id: z.string(),
	pago_id: z.string(),
	estado: z.enum(disputeStates),
	responder_hasta: z.string().nullable().describe('until when the shop may answer it'),
	created_at: z.string(),
})

export type StaffDispute = z.infer<typeof staffDispute>

/** In the panel's order with its history. */
export const disputesOfOrder = { disputas: z.array(staffDispute) }

export const disputeFilterOfOrders = { disputa: optionalOneOf(['abierta']).describe('with an open dispute') }
