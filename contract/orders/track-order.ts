import { profileOrder } from '#contract/orders/own-order.ts'

/** GET /api/orden/{token}/: the order of a signed link, as its owner reads it, without contact data, without links to its proofs and without whom its document names. */
export const trackOrderAnswer = profileOrder.omit({
	telefono: true,
	user: true,
	comprobantes_descarga: true,
	receptor: true,
})
