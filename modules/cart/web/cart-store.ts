import { useSyncExternalStore } from 'react'
import { onOtherTab, readText, writeText } from '#core/web/ui/browser-storage.ts'
import { createListeners } from '#core/web/ui/store.ts'
import { type Cart, type CartRefusal, cartStorageKey, isRefusal, readCart } from '#modules/cart/cart.ts'

const empty: Cart = []
const listeners = createListeners()
let lastText: string | null = null
let lastCart: Cart = empty

function parse(text: string): Cart {
	try {
		return readCart(JSON.parse(text))
	} catch {
		return empty
	}
}

/** Returns the stored cart. Equal stored text gives the same object, so components compare by identity. */
export function currentCart(): Cart {
	const text = readText(cartStorageKey)
	if (text !== lastText) {
		lastText = text
		lastCart = text === null ? empty : parse(text)
	}
	return lastCart
}

/** Stores the cart and notifies every component, in this tab and others. */
export function saveCart(cart: Cart): void {
	writeText(cartStorageKey, JSON.stringify(cart))
	listeners.notify()
}

/** Applies a change to the stored cart. Returns the reason of a refusal, for the customer, or undefined. */
export function changeCart(change: (cart: Cart) => Cart | CartRefusal): string | undefined {
	const result = change(currentCart())
	if (isRefusal(result)) return result.refused
	saveCart(result)
	return undefined
}

function subscribe(listener: () => void): () => void {
	const stops = [listeners.subscribe(listener), onOtherTab([cartStorageKey], listener)]
	return () => {
		for (const stop of stops) stop()
	}
}

/** Hook for the cart. Empty on the server and until hydration. */
export function useCart(): Cart {
	return useSyncExternalStore(subscribe, currentCart, () => empty)
}
