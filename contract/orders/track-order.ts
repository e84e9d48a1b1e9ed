import { profileOrder } from '#contract/orders/own-order.ts'

/** An order as its owner reads it, without contact data, links to its proofs and the recipient of its document. */
export const trackOrderAnswer = profileOrder.omit({
	telefono: true,
	user: true,
	comprobantes_descarga: true,
	receptor: true,
})
