import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '#tests/memory-storage.ts'

const line = { nombre: 'Shaker', sku: 'S', imagen: '/a.webp', color: 'Negro', precio: 29_990, cantidad: 1 }
let localStorage: Storage

beforeEach(() => {
	vi.resetModules()
	localStorage = memoryStorage()
	vi.stubGlobal('window', { localStorage, addEventListener: () => {}, removeEventListener: () => {} })
})
afterEach(() => vi.unstubAllGlobals())

describe('the stored cart', () => {
	test('is stored under carrito with exactly the specified fields', async () => {
		const { saveCart } = await import('#modules/cart/web/cart-store.ts')
		saveCart([line])
		expect(JSON.parse(localStorage.getItem('carrito') ?? '')).toEqual([line])
	})

	test.each(['{', '"texto"', 'null', '[1, {"sku": 3}]', '{"a": 1}'])('reads %s as empty', async (text) => {
		localStorage.setItem('carrito', text)
		const { currentCart } = await import('#modules/cart/web/cart-store.ts')
		expect(currentCart()).toEqual([])
	})

	test('returns the same object until it changes', async () => {
		const { currentCart, saveCart } = await import('#modules/cart/web/cart-store.ts')
		saveCart([line])
		expect(currentCart()).toBe(currentCart())
	})

	test('updates after another tab writes', async () => {
		const { currentCart, saveCart } = await import('#modules/cart/web/cart-store.ts')
		saveCart([line])
		currentCart()
		localStorage.setItem('carrito', JSON.stringify([{ ...line, cantidad: 4 }]))
		expect(currentCart()[0]?.cantidad).toBe(4)
	})

	test('returns the reason of a refused change, and is unchanged', async () => {
		const { changeCart, currentCart, saveCart } = await import('#modules/cart/web/cart-store.ts')
		saveCart([line])
		expect(changeCart(() => ({ refused: 'No.' }))).toBe('No.')
		expect(currentCart()).toEqual([line])
	})

	test('is in memory when storage is blocked', async () => {
		vi.stubGlobal('window', {
			get localStorage(): Storage {
				throw new Error('blocked')
			},
		})
		const { currentCart, saveCart } = await import('#modules/cart/web/cart-store.ts')
		saveCart([line])
		expect(currentCart()).toEqual([line])
		saveCart([])
		expect(currentCart()).toEqual([])
	})
})
