import { describe, expect, it } from 'vitest'
import {
	cleanComprador,
	cleanFactura,
	compradorProblems,
	documentReason,
	type Factura,
	facturaProblems,
	receptorLimits,
} from '#modules/tax-documents/receptor.ts'

const factura: Factura = {
	rut: '76.192.083-9',
	razon_social: 'Comercial Ñandú & Cía. SpA',
	giro: 'Arriendo de bicicletas',
	direccion: 'Av. Siempre Viva 742',
	comuna: 'Ñuñoa',
}

describe('a factura', () => {
	it('has no problem when complete, and is stored in the form of the tax authority', () => {
		expect(facturaProblems(factura)).toEqual({})
		const typed = { ...factura, rut: ' 7.619.208-1 ', razon_social: '  Bar “El Ñato” – D’Angelo…  ' }
		expect(cleanFactura(typed)).toEqual({ ...factura, rut: '7619208-1', razon_social: 'Bar "El Ñato" - D\'Angelo...' })
		expect(cleanFactura({ ...factura, rut: '15.667.107-k' }).rut).toBe('15667107-K')
	})

	it('names each missing field', () => {
		const nothing = { rut: '', razon_social: ' ', giro: '', direccion: '', comuna: '' }
		expect(facturaProblems(nothing)).toEqual({
			rut: 'Escribe el RUT.',
			razon_social: 'Escribe la razón social.',
			giro: 'Escribe el giro.',
			direccion: 'Escribe la dirección que va en la factura.',
			comuna: 'Escribe la comuna que va en la factura.',
		})
	})

	it.each(['76.192.083-8', '12', 'no sé', '66.666.666-6'])('rejects %s as a RUT', (rut) => {
		expect(Object.keys(facturaProblems({ ...factura, rut }))).toEqual(['rut'])
	})

	it.each(['razon_social', 'giro', 'direccion', 'comuna'] as const)("limits %s to the documents' length", (field) => {
		const limit = receptorLimits[field]
		expect(facturaProblems({ ...factura, [field]: 'ñ'.repeat(limit) })).toEqual({})
		expect(facturaProblems({ ...factura, [field]: 'ñ'.repeat(limit + 1) })[field]).toContain(
			`hasta ${limit} caracteres`,
		)
		expect(facturaProblems({ ...factura, [field]: '商店' })[field]).toContain('signos')
	})
})

it('requires RUT and name of a buyer above 135 UF', () => {
	expect(compradorProblems({ rut: '', nombre: '' })).toEqual({
		rut: 'Escribe el RUT.',
		nombre: 'Escribe el nombre de quien compra.',
	})
	expect(compradorProblems({ rut: '12.345.678-5', nombre: 'Ana Rojas' })).toEqual({})
	expect(cleanComprador({ rut: '12.345.678-5', nombre: ' Ana Rojas ' })).toEqual({
		rut: '12345678-5',
		nombre: 'Ana Rojas',
	})
})

describe('text of a recipient', () => {
	const receptor = { rut: '76543210-3', razon_social: 'Gimnasio Fuerza' } as const

	it('an order found by its document shows kind and number of the document', () => {
		expect(documentReason({ por: 'documento', documento: { tipo: 39, folio: 88 }, receptor: null })).toBe(
			'Boleta N° 88',
		)
	})

	it.each(['rut', 'razon_social'])('an order found by %s shows the recipient of its document', (por) => {
		expect(documentReason({ por, documento: null, receptor })).toBe('Gimnasio Fuerza · 76.543.210-3')
	})

	it('an order found otherwise shows neither', () => {
		expect(documentReason({ por: 'palabras', documento: { tipo: 39, folio: 88 }, receptor })).toBeUndefined()
	})
})
