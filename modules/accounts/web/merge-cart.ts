import { call } from '#core/web/session/api.ts'
import { readProfile } from '#modules/accounts/profile-endpoints.ts'
import { readCart } from '#modules/cart/cart.ts'
import { currentCart, saveCart } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'

/** After a login: a filled cart is stored with the account; an empty one is replaced by the account's. */
export async function mergeCart(): Promise<void> {
	const here = currentCart()
	if (here.length > 0) return storeCart(here)
	const answer = await call(readProfile)
	if (!answer.ok) return console.error('the saved cart could not be read', answer.status, answer.code)
	const savedCart = readCart(answer.data.carrito)
	if (savedCart.length > 0 && currentCart().length === 0) saveCart(savedCart)
}
