import { privateFields } from '#modules/order-shapes.ts'
import { profileOrder } from '#modules/orders/shapes/own-order.ts'

/** An order for the holder of its link: without contact data, links to its proofs and what is private in modules. */
export const trackOrderAnswer = profileOrder.omit({
	telefono: true,
	user: true,
	comprobantes_descarga: true,
	...privateFields,
})
