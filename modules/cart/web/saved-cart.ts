import { useEffect, useRef } from 'react'
import { call, useSession } from '#core/web/session/api.ts'
import type { Cart } from '#modules/cart/cart.ts'
import * as endpoints from '#modules/cart/endpoints.ts'
import { useCart } from '#modules/cart/web/cart-store.ts'

/** Stores the cart with the customer's account, for other devices. A failure is logged. */
export async function storeCart(carrito: Cart): Promise<void> {
	const answer = await call(endpoints.saveCart, { body: { carrito } })
	// An ended session is reported by the next action; the cart stays in this browser.
	if (!answer.ok && answer.code !== 'sesion_expirada')
		console.error('the cart could not be saved', answer.status, answer.code)
}

const settleMs = 1_000

/**
 * Stores the cart while cart or checkout is open, one second after the last change. An empty cart is stored only when it was
 * emptied here: one never filled in this browser must not empty the account's.
 */
export function useStoredCart(): void {
	const cart = useCart()
	const isOpen = useSession() === 'open'
	const found = useRef<Cart>(undefined)
	useEffect(() => {
		if (!isOpen) return
		found.current ??= cart
		if (cart.length === 0 && found.current === cart) return
		const timer = setTimeout(() => void storeCart(cart), settleMs)
		return () => clearTimeout(timer)
	}, [cart, isOpen])
}
