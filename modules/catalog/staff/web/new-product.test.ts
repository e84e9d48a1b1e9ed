import { describe, expect, it } from 'vitest'
import { discardEdits, hasUnsaved } from '#core/web/edit/edits-store.ts'
import { createFailure, emptyDraft, newProduct, requestOf } from '#modules/catalog/staff/web/new-product.tsx'

const named = { ...emptyDraft, nombre: ' Shaker ', sku: ' X-1 ' }

describe('requestOf', () => {
	it('counts empty numbers as 0 and offers a threshold of 5', () => {
		expect(requestOf(named)).toEqual({
			nombre: 'Shaker',
			sku: 'X-1',
			color: '',
			precio: 0,
			stock: 0,
			low_stock_threshold: 5,
		})
	})

	it('counts an emptied threshold as 0 too', () => {
		expect(requestOf({ ...named, low_stock_threshold: '' })).toMatchObject({ low_stock_threshold: 0 })
	})

	it('asks for name and sku', () => {
		const problem = 'Nombre y SKU son obligatorios.'
		expect(requestOf({ ...named, nombre: '  ' })).toEqual({ fields: ['nombre'], problem })
		expect(requestOf({ ...named, sku: '' })).toEqual({ fields: ['sku'], problem })
		expect(requestOf(emptyDraft)).toEqual({ fields: ['nombre', 'sku'], problem })
	})

	it('points at the number that is none', () => {
		expect(requestOf({ ...named, stock: '1,5' })).toMatchObject({ fields: ['stock'] })
	})
})

describe('createFailure', () => {
	const refusal = { ok: false, status: 409, code: 'producto_repetido', extra: {} } as const

	it('carries what the server says', () => {
		expect(createFailure({ ...refusal, text: 'Ya existe.', body: '{"error":"Ya existe."}' })).toBe(
			'No se pudo crear el producto: Ya existe.',
		)
		expect(createFailure({ ...refusal, text: '', body: 'bad gateway' })).toBe(
			'No se pudo crear el producto: bad gateway',
		)
	})

	it('says in Spanish that no answer came, and not in the browser’s own words', () => {
		expect(createFailure({ ...refusal, status: 0, text: 'Failed to fetch', body: '' })).toBe(
			'No se pudo crear el producto: Sin conexión. Lo que escribiste sigue aquí.',
		)
	})
})

describe('new product draft', () => {
	it('counts as unsaved until the product is created or the draft discarded', () => {
		newProduct.set({ ...emptyDraft, nombre: 'Cepillo' })
		expect(hasUnsaved()).toBe(true)
		discardEdits()
		expect(hasUnsaved()).toBe(false)
		newProduct.set({ ...emptyDraft, precio: '4990' })
		expect(hasUnsaved()).toBe(true)
		newProduct.set(emptyDraft)
		expect(hasUnsaved()).toBe(false)
	})
})
