import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cart } from '#modules/cart/cart.ts'
import { currentCart, saveCart } from '#modules/cart/web/cart-store.ts'
import { rememberUnpaid, settleUnpaid, unpaidOrders } from '#modules/checkout/web/unpaid-orders.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { memoryStorage } from '#tests/memory-storage.ts'

const line = { nombre: 'Premium Shaker', sku: 'PREM-SHAKER-650', imagen: '/x.jpg', precio: 29_990 }
const bought: Cart = [{ ...line, color: 'Negro', cantidad: 2 }]
const later: Cart = [{ ...line, color: 'Celeste', cantidad: 1 }]
let estado: Estado
let asked: string[]
let nro_orden = 1000

beforeEach(() => {
	const storage = { localStorage: memoryStorage(), sessionStorage: memoryStorage() }
	vi.stubGlobal('window', storage)
	vi.stubGlobal('navigator', {})
	nro_orden += 1
	asked = []
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path)
		return Response.json({ estado, nro_orden, carrito: bought })
	})
	saveCart(bought)
	rememberUnpaid('a-1', 'mercadopago')
})
afterEach(() => vi.unstubAllGlobals())

describe('settleUnpaid', () => {
	it('empties the cart of an order paid elsewhere, and removes the order', async () => {
		estado = 'pagada'
		await settleUnpaid()
		expect(asked).toEqual(['/api/pago_exitoso/?external_reference=a-1'])
		expect(currentCart()).toEqual([])
		expect(unpaidOrders()).toEqual([])
	})

	it('leaves units added after the order', async () => {
		estado = 'pagada'
		saveCart([...bought, ...later])
		await settleUnpaid()
		expect(currentCart()).toEqual(later)
	})

	it('leaves a cart that lacks some ordered units', async () => {
		estado = 'pagada'
		const changed = [...later, ...bought.map((one) => ({ ...one, cantidad: 1 }))]
		saveCart(changed)
		await settleUnpaid()
		expect(currentCart()).toEqual(changed)
	})

	it('leaves the cart of an order that failed', async () => {
		estado = 'fallida'
		await settleUnpaid()
		expect(currentCart()).toEqual(bought)
		expect(unpaidOrders()).toEqual([])
	})

	it('retains a pending order for the next time', async () => {
		estado = 'pendiente'
		await settleUnpaid()
		expect(currentCart()).toEqual(bought)
		expect(unpaidOrders()).toMatchObject([{ orden_id: 'a-1', metodo: 'mercadopago' }])
	})

	it('removes the same order from the cart only once', async () => {
		estado = 'pagada'
		await settleUnpaid()
		saveCart(bought)
		rememberUnpaid('a-1', 'mercadopago')
		await settleUnpaid()
		expect(currentCart()).toEqual(bought)
	})

	it.each(['flow', 'webpay'] as const)('requests the state of an order paid with %s', async (metodo) => {
		rememberUnpaid('a-1', metodo)
		await settleUnpaid()
		expect(asked).toHaveLength(1)
		expect(asked[0]).toContain('a-1')
	})
})
