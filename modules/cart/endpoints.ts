import { endpoint } from '#core/contract/endpoint.ts'
import { saveCartAnswer, saveCartRequest } from '#modules/cart/shapes.ts'

/** Stores the cart with the account of the access token, for its other devices. */
export const saveCart = endpoint({
	tag: 'perfil',
	caller: 'customer',
	freshProof: false,
	limits: ['perfil'],
	method: 'PUT',
	path: '/api/perfil/carrito/',
	body: saveCartRequest,
	answer: saveCartAnswer,
})
