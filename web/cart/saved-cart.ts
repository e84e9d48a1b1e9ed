import { useEffect, useRef } from 'react'
import { readProfile, saveCart as saveAccountCart } from '#contract/accounts/profile-endpoints.ts'
import { type Cart, readCart } from '#domain/cart/cart.ts'
import { currentCart, saveCart, useCart } from '#web/cart/cart-store.ts'
import { call } from '#web/session/api.ts'
import { useSession } from '#web/session/session.ts'

/** Keeps the cart with the customer's account, so that another device finds it. A failure is logged; nothing waits for it. */
export async function keepCart(carrito: Cart): Promise<void> {
	const answer = await call(saveAccountCart, { body: { carrito } })
	// Whose session has just ended is told so by what they do next; the cart stays in this browser.
	if (!answer.ok && answer.code !== 'sesion_expirada')
		console.error('the cart could not be saved', answer.status, answer.code)
}

const settleMs = 1_000

/**
 * Keeps what the customer settles on while the cart or the checkout is open, a second after the last change. An empty cart is
 * kept only when it was emptied here: one that was never filled in this browser must not empty the account's.
 */
export function useKeptCart(): void {
	const cart = useCart()
	const isOpen = useSession() === 'open'
	const found = useRef<Cart>(undefined)
	useEffect(() => {
		if (!isOpen) return
		found.current ??= cart
		if (cart.length === 0 && found.current === cart) return
		const timer = setTimeout(() => void keepCart(cart), settleMs)
		return () => clearTimeout(timer)
	}, [cart, isOpen])
}

/** After a login: a cart filled here is kept with the account; an empty one takes what the account has kept. */
export async function mergeCart(): Promise<void> {
	const here = currentCart()
	if (here.length > 0) return keepCart(here)
	const answer = await call(readProfile)
	if (!answer.ok) return console.error('the saved cart could not be read', answer.status, answer.code)
	const savedCart = readCart(answer.data.carrito)
	if (savedCart.length > 0 && currentCart().length === 0) saveCart(savedCart)
}
