import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { addToCart } from '#modules/cart/cart.ts'
import { changeWithinStock, currentCart, saveCart } from '#modules/cart/web/cart-store.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import { sku } from '#modules/catalog/product.ts'
import { startCatalog } from '#modules/catalog/web/catalog.tsx'
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

describe('a change within stock', () => {
	const line = { nombre: 'Shaker', sku, imagen: '/x.jpg', color: 'Blanco', precio: 29_990 }
	let answer: () => Response

	beforeEach(() => {
		vi.stubGlobal('window', { localStorage: memoryStorage() })
		vi.spyOn(console, 'error').mockImplementation(() => {})
		vi.stubGlobal('fetch', async () => answer())
		startCatalog(builtInColors.map((color) => ({ color, nombre: 'Shaker', precio: 29_990, stock: 2 })))
		saveCart([{ ...line, cantidad: 2 }])
	})
	afterEach(() => {
		vi.unstubAllGlobals()
		vi.restoreAllMocks()
	})

	const addOne = () => changeWithinStock((cart, { stock, limits }) => addToCart(cart, line, stock, limits))
	const limites = { limite_unidades_linea: 20, limite_unidades_orden: 40 }

	describe('changeWithinStock', () => {
		it("rejects more units than the server's stock, with the message of the change", async () => {
			answer = () => Response.json({ stock: { Blanco: 2 }, limites })
			expect(await addOne()).toBe('Sin stock suficiente para Blanco.')
			expect(currentCart()).toMatchObject([{ cantidad: 2 }])
		})

		it('accepts more units than were rendered when the stock has grown', async () => {
			answer = () => Response.json({ stock: { Blanco: 9 }, limites })
			expect(await addOne()).toBeUndefined()
			expect(currentCart()).toMatchObject([{ cantidad: 3 }])
		})

		it('limits nothing without an answer of the server', async () => {
			answer = () => Response.json({}, { status: 500 })
			expect(await addOne()).toBeUndefined()
			expect(currentCart()).toMatchObject([{ cantidad: 3 }])
		})
	})
})
