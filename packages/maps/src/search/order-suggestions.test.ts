import { describe, expect, it } from 'vitest'
import { orderSuggestions } from './order-suggestions.ts'

const street = { name: 'Avenida Providencia 1234', comuna: 1, isExact: true }
const passage = { name: 'Pasaje Providencia 1234', comuna: 2, isExact: true }
const hill = { name: 'Cerro Providencia 1234', comuna: 3, isExact: false }
const other = { name: 'Avenida Nueva Providencia 1234', comuna: 1, isExact: false }
const near = { name: 'Pasaje Providencia Chica', comuna: 1, isExact: false }

describe('orderSuggestions', () => {
	it('puts passages and hills of other comunas last and leaves one', () => {
		const found = orderSuggestions('Avenida Providencia 1234', [street, passage, other, hill], 5)
		expect(found).toEqual([street, other, passage])
	})

	it('leaves the passages of the same comuna in their place', () => {
		expect(orderSuggestions('providencia', [street, near, hill, other], 5)).toEqual([street, near, other, hill])
	})

	it.each(['pje providencia', 'Providencia pasaje 2'])('keeps the order of the hits for the passage «%s»', (text) => {
		expect(orderSuggestions(text, [passage, street, other], 5)).toEqual([passage, street, other])
	})

	it('keeps the order when the best hit is not the typed street, or is a passage', () => {
		const guess = { ...street, isExact: false }
		expect(orderSuggestions('providensia', [guess, passage, other], 5)).toEqual([guess, passage, other])
		expect(orderSuggestions('providencia', [passage, hill, street], 2)).toEqual([passage, hill])
	})

	it('returns at most the limit, with one lesser among them', () => {
		expect(orderSuggestions('providencia', [street, passage, other, near], 2)).toEqual([street, passage])
	})
})
