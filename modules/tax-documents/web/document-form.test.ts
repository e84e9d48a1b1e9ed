import { describe, expect, it } from 'vitest'
import { documentStep } from '#modules/tax-documents/document-text.ts'
import {
	type DocumentForm,
	documentProblems,
	emptyDocument,
	readDocumentForm,
	receptorOf,
	refusedField,
	wrongField,
} from '#modules/tax-documents/web/document-part.tsx'

const typed: DocumentForm = {
	documento: 'factura',
	factura: { rut: '76.192.083-9', razon_social: 'Ñandú SpA', giro: 'Arriendo', direccion: 'Uno 1', comuna: 'Ñuñoa' },
	comprador: { rut: '12.345.678-5', nombre: 'Ana' },
}

describe('the document of the checkout', () => {
	it('is restored after a reload, without invalid parts', () => {
		expect(readDocumentForm(JSON.parse(JSON.stringify(typed)))).toEqual(typed)
		expect(readDocumentForm(undefined)).toEqual(emptyDocument)
		expect(readDocumentForm({ documento: 'recibo', factura: { rut: 7, sueldo: 'x' }, comprador: null })).toEqual(
			emptyDocument,
		)
	})

	it('names a company only for a factura, and a buyer only when required by law', () => {
		const { factura, comprador } = typed
		const named = (documento: DocumentForm['documento'], requiresBuyer: boolean) =>
			receptorOf({ ...typed, documento }, requiresBuyer)
		expect(named('boleta', false)).toEqual({})
		expect(named('boleta', true)).toEqual({ comprador })
		expect(named('factura', true)).toEqual({ factura })
	})

	it('misses factura fields, and the buyer only when required by law', () => {
		const factura = documentProblems({ ...emptyDocument, documento: 'factura' }, false)
		expect(Object.keys(factura)).toEqual(['rut', 'razon_social', 'giro', 'direccion', 'comuna'])
		expect(wrongField(factura)).toBe('rut')
		const buyer = documentProblems({ ...emptyDocument, comprador: { rut: '12.345.678-5', nombre: '' } }, true)
		expect(buyer).toEqual({ nombre: 'Escribe el nombre de quien compra.' })
		expect(wrongField(buyer)).toBe('nombre')
		expect(wrongField(documentProblems(emptyDocument, false))).toBeUndefined()
	})

	it('shows a refusal at the field that the server names, or at the RUT', () => {
		expect(refusedField('factura_incompleta', 'giro')).toBe('giro')
		for (const code of ['rut_invalido', 'rut_requerido', 'factura_incompleta'])
			expect(refusedField(code, undefined)).toBe('rut')
		expect(refusedField('sin_stock', 'rut')).toBeUndefined()
	})
})

describe('the step after a payment', () => {
	it('names the pending tax document, if any', () => {
		expect(documentStep({ documento: 39 })).toBe('Tu boleta llega a tu correo.')
		expect(documentStep({ documento: 33 })).toBe('Tu factura llega a tu correo.')
		expect(documentStep({ documento: null })).toBeUndefined()
	})
})
