import { useSyncExternalStore } from 'react'
import { type Cart, type CartRefusal, cartStorageKey, isRefusal, readCart } from '#domain/cart/cart.ts'
import { onOtherTab, readText, writeText } from '#web/ui/browser-storage.ts'
import { createListeners } from '#web/ui/store.ts'

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

/** The cart as it is kept now. The same stored text gives the same object, so views compare it by identity. */
export function currentCart(): Cart {
	const text = readText(cartStorageKey)
	if (text !== lastText) {
		lastText = text
		lastCart = text === null ? empty : parse(text)
	}
	return lastCart
}

/** Keeps the cart at once and tells every view, in this tab and in the others. */
export function saveCart(cart: Cart): void {
	writeText(cartStorageKey, JSON.stringify(cart))
	listeners.notify()
}

/**
 * Applies a change of the domain to the kept cart. Returns why it was refused, in the shopper's words, or undefined when it
 * was done.
 */
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

/** The cart in a component. On the server, and until the page is hydrated, it is empty. */
export function useCart(): Cart {
	return useSyncExternalStore(subscribe, currentCart, () => empty)
}
