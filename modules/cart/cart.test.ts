import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
	addToCart,
	type Cart,
	countUnits,
	isRefusal,
	maxCartLines,
	maxUnitsPerLine,
	readCart,
	removeFromCart,
	repriceCart,
	setQuantity,
	subtotalOf,
	withoutBought,
} from '#modules/cart/cart.ts'

const black = { nombre: 'Shaker', sku: 'PREM-SHAKER-650', imagen: '/p/n.webp', color: 'Negro', precio: 29_990 }
const line = (cantidad: number): Cart => [{ ...black, cantidad }]

describe('addToCart', () => {
	it('starts a line with one unit, then raises it by one and refreshes its price', () => {
		const first = addToCart([], black, { Negro: 5 }) as Cart
		expect(first).toEqual([{ ...black, cantidad: 1 }])
		expect(addToCart(first, { ...black, precio: 31_000 }, { Negro: 5 })).toEqual([
			{ ...black, precio: 31_000, cantidad: 2 },
		])
	})

	it('has separate lines for colours', () => {
		const cart = addToCart(line(1), { ...black, color: 'Rosado' }) as Cart
		expect(cart.map((l) => l.color)).toEqual(['Negro', 'Rosado'])
	})

	it('rejects a colour without stock, and one unit above it, in the specified sentences', () => {
		expect(addToCart([], black, { Negro: 0 })).toEqual({ refused: 'No hay stock disponible para el color Negro.' })
		expect(addToCart(line(2), black, { Negro: 2 })).toEqual({ refused: 'Sin stock suficiente para Negro.' })
	})

	it('accepts up to the last unit', () => {
		expect(addToCart([], black, { Negro: 1 })).toEqual(line(1))
		expect(addToCart(line(1), black, { Negro: 2 })).toEqual(line(2))
	})

	it('treats unknown stock as unlimited', () => {
		expect(isRefusal(addToCart(line(50), black))).toBe(false)
		expect(isRefusal(addToCart(line(50), black, { Rosado: 0 }))).toBe(false)
	})
})

describe('setQuantity', () => {
	it('removes the line at 0 or less', () => {
		expect(setQuantity(line(1), { ...black, cantidad: 0 })).toEqual([])
		expect(setQuantity(line(1), { ...black, cantidad: -3 })).toEqual([])
	})

	it('accepts one unit, and up to the last one in stock', () => {
		expect(setQuantity(line(2), { ...black, cantidad: 1 })).toEqual(line(1))
		expect(setQuantity(line(1), { ...black, cantidad: 2 }, { Negro: 2 })).toEqual(line(2))
		expect(setQuantity(line(1), { ...black, cantidad: maxUnitsPerLine })).toEqual(line(maxUnitsPerLine))
		expect(isRefusal(setQuantity(line(1), { ...black, cantidad: maxUnitsPerLine + 1 }))).toBe(true)
	})

	it('leaves an unchanged line above the stock as it is', () => {
		expect(setQuantity(line(3), { ...black, cantidad: 3 }, { Negro: 2 })).toEqual(line(3))
	})

	it('rejects raising above the stock and always accepts lowering', () => {
		expect(setQuantity(line(2), { ...black, cantidad: 3 }, { Negro: 2 })).toEqual({
			refused: 'No hay stock suficiente para este color.',
		})
		expect(setQuantity(line(9), { ...black, cantidad: 8 }, { Negro: 2 })).toEqual(line(8))
	})
})

describe('readCart', () => {
	it.each([
		null,
		7,
		'x',
		{},
		[null],
		[{}],
		[{ ...black, cantidad: 0 }],
		[{ ...black, cantidad: 1.5 }],
		[{ ...black, precio: '1', cantidad: 1 }],
		[{ ...black, precio: -1, cantidad: 1 }],
		[{ ...black, precio: 0.5, cantidad: 1 }],
		[{ ...black, nombre: 7, cantidad: 1 }],
		[{ ...black, sku: '', cantidad: 1 }],
		[{ ...black, sku: 7, cantidad: 1 }],
		[{ ...black, color: null, cantidad: 1 }],
		[{ ...black, color: 'x'.repeat(501), cantidad: 1 }],
	])('returns an empty cart for %j', (value) => expect(readCart(value)).toEqual([]))

	it('merges equal lines and drops pictures of other sites', () => {
		expect(readCart([...line(1), ...line(2)])).toEqual(line(3))
		expect(readCart([{ ...black, imagen: 'https://elsewhere.example/x.png', cantidad: 1 }])[0]?.imagen).toBe('')
		expect(readCart([{ ...black, imagen: '//elsewhere.example/x.png', cantidad: 1 }])[0]?.imagen).toBe('')
	})

	it("accepts free lines, and drops lines and units above the cart's limits", () => {
		const free = { ...black, precio: 0, cantidad: 1 }
		expect(readCart([free])).toEqual([free])
		const colors = Array.from({ length: maxCartLines + 1 }, (_, n) => ({ ...free, color: `${n}` }))
		expect(readCart(colors)).toEqual(colors.slice(0, maxCartLines))
		expect(readCart([...line(maxUnitsPerLine), ...line(1)])).toEqual(line(maxUnitsPerLine))
		expect(readCart(line(maxUnitsPerLine + 1))).toEqual(line(maxUnitsPerLine))
	})

	it('never throws, and is idempotent', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				const cart = readCart(value)
				expect(readCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart)
			}),
		)
	})
})

describe('the sums of a cart', () => {
	const lines = fc.array(fc.record({ precio: fc.nat(1_000_000), cantidad: fc.integer({ min: 1, max: 999 }) }), {
		maxLength: 20,
	})

	it('are whole CLP and the sum of price times quantity', () => {
		fc.assert(
			fc.property(lines, (entries) => {
				expect(subtotalOf(entries)).toBe(entries.reduce((sum, l) => sum + l.precio * l.cantidad, 0))
			}),
		)
	})

	it('count units, not lines', () =>
		expect(countUnits([...line(2), { ...black, color: 'Rosado', cantidad: 3 }])).toBe(5))

	it('follow new prices', () => {
		expect(repriceCart(line(1), [{ sku: black.sku, color: 'Negro', precio: 1 }])[0]?.precio).toBe(1)
		expect(repriceCart(line(1), [{ sku: black.sku, color: 'Rosado', precio: 1 }])[0]?.precio).toBe(29_990)
	})
})

describe('withoutBought', () => {
	it('removes the bought units and keeps those added after the order', () => {
		const cart: Cart = [...line(3), { ...black, color: 'Rosado', cantidad: 1 }]
		expect(withoutBought(cart, line(1))).toEqual([...line(2), { ...black, color: 'Rosado', cantidad: 1 }])
		expect(withoutBought(cart, line(3))).toEqual([{ ...black, color: 'Rosado', cantidad: 1 }])
		expect(withoutBought(cart, cart)).toEqual([])
		expect(withoutBought(line(1), [...line(5)])).toEqual([])
		expect(withoutBought(line(1), [{ ...black, color: 'Blanco', cantidad: 1 }])).toEqual(line(1))
	})
})

describe('a cart of several lines', () => {
	const pink = { ...black, color: 'Rosado' }
	const cart: Cart = [
		{ ...black, cantidad: 2 },
		{ ...pink, cantidad: 1 },
	]

	it('keeps the others when one is removed, or set to 0', () => {
		expect(removeFromCart(cart, black)).toEqual([{ ...pink, cantidad: 1 }])
		expect(setQuantity(cart, { ...pink, cantidad: 0 })).toEqual([{ ...black, cantidad: 2 }])
	})

	it('has separate lines for products of the same colour', () => {
		expect(removeFromCart(cart, { ...black, sku: 'OTRO' })).toEqual(cart)
	})

	it('merges equal lines that were read and leaves the others as they are', () => {
		expect(readCart([...cart, { ...black, cantidad: 3 }])).toEqual([
			{ ...black, cantidad: 5 },
			{ ...pink, cantidad: 1 },
		])
	})

	it('reads texts of up to 500 letters', () => {
		const named = (letters: number) => ({ ...black, nombre: 'x'.repeat(letters), cantidad: 1 })
		expect(readCart([named(500)])).toHaveLength(1)
		expect(readCart([named(501)])).toEqual([])
	})
})
