import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addToCart } from '#modules/cart/cart.ts'
import { currentCart, saveCart } from '#modules/cart/web/cart-store.ts'
import { changeWithinStock } from '#modules/cart/web/change-within-stock.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import { sku } from '#modules/catalog/product.ts'
import { startCatalog } from '#modules/catalog/web/catalog-store.ts'
import { memoryStorage } from '#tests/memory-storage.ts'

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
