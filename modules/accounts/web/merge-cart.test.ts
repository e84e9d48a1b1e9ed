import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveSession } from '#core/web/session/api.ts'
import { mergeCart } from '#modules/accounts/web/login-screen.tsx'
import type { Cart } from '#modules/cart/cart.ts'
import { currentCart, refreshPrices, saveCart } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import { memoryStorage } from '#tests/memory-storage.ts'

type Handler = (body: unknown) => Response
let server: Record<string, Handler>
const calls: { readonly call: string; readonly body: unknown }[] = []
const complaints = vi.fn()

beforeEach(() => {
	vi.stubGlobal('window', { localStorage: memoryStorage() })
	vi.stubGlobal('navigator', {})
	vi.stubGlobal('console', { ...console, error: complaints })
	vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
		const call = `${method} ${path}`
		const read = typeof body === 'string' ? JSON.parse(body) : undefined
		calls.push({ call, body: read })
		const handler = server[call]
		if (!handler) throw new TypeError('failed to fetch')
		return handler(read)
	})
	calls.length = 0
	complaints.mockClear()
	saveSession({ access: 'a', refresh: 'r' })
})
afterEach(() => vi.unstubAllGlobals())

const line = { nombre: 'Premium Shaker', sku: 'PREM-SHAKER-650', imagen: '/pictures/negro.jpg', precio: 29_990 }
const negro: Cart = [{ ...line, color: 'Negro', cantidad: 2 }]
const celeste: Cart = [{ ...line, color: 'Celeste', cantidad: 1 }]
const kept = (carrito: Cart) => ({ 'GET /api/perfil/': () => Response.json({ carrito }) })

describe('the merge of carts after a login', () => {
	test('stores a cart filled in this browser with the account, over any other', async () => {
		saveCart(negro)
		server = { ...kept(celeste), 'PUT /api/perfil/carrito/': () => Response.json({}) }
		await mergeCart()
		expect(calls).toEqual([{ call: 'PUT /api/perfil/carrito/', body: { carrito: negro } }])
		expect(currentCart()).toEqual(negro)
	})

	test("replaces an empty cart by the account's", async () => {
		server = kept(celeste)
		await mergeCart()
		expect(currentCart()).toEqual(celeste)
	})

	test('retains units added during the request', async () => {
		server = {
			'GET /api/perfil/': () => {
				saveCart(negro)
				return Response.json({ carrito: celeste })
			},
		}
		await mergeCart()
		expect(currentCart()).toEqual(negro)
	})

	test('leaves the cart unchanged and logs it when the account cannot be read', async () => {
		server = {}
		await mergeCart()
		expect(currentCart()).toEqual([])
		expect(complaints).toHaveBeenCalledOnce()
	})
})

test('saving the cart logs no failure for an ended session', async () => {
	const expired = { error: 'Sesión expirada.', detail: '', code: 'sesion_expirada' }
	const refuse = () => Response.json(expired, { status: 401 })
	server = { 'PUT /api/perfil/carrito/': refuse, 'POST /api/token/refresh/': refuse }
	await storeCart(negro)
	expect(complaints).not.toHaveBeenCalled()
	server = {}
	saveSession({ access: 'a', refresh: 'r' })
	await storeCart(negro)
	expect(complaints).toHaveBeenCalledOnce()
})

describe('the refresh of prices', () => {
	const answer = (precio: number): Handler => {
		return () => Response.json({ items: [{ sku: 'PREM-SHAKER-650', color: 'Negro', precio }] })
	}

	test('updates the cart', async () => {
		saveCart(negro)
		server = { 'POST /api/cart/refresh/': answer(27_990) }
		await refreshPrices()
		expect(calls[0]?.body).toEqual({ items: [{ sku: 'PREM-SHAKER-650', color: 'Negro' }] })
		expect(currentCart()).toMatchObject([{ color: 'Negro', cantidad: 2, precio: 27_990 }])
	})

	test('restores no cart that was emptied meanwhile', async () => {
		saveCart(negro)
		server = {
			'POST /api/cart/refresh/': (body) => {
				saveCart([])
				return answer(27_990)(body)
			},
		}
		await refreshPrices()
		expect(currentCart()).toEqual([])
	})

	test('leaves the known prices after a failure', async () => {
		saveCart(negro)
		server = {}
		await refreshPrices()
		expect(currentCart()).toEqual(negro)
		expect(complaints).toHaveBeenCalledOnce()
	})
})
