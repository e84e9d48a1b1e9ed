import { expect, it } from 'vitest'
import { documentReason } from '#modules/tax-documents/receptor-text.ts'

const receptor = { rut: '76543210-3', razon_social: 'Gimnasio Fuerza' } as const

it('an order found by its document shows kind and number of the document', () => {
	expect(documentReason({ por: 'documento', documento: { tipo: 39, folio: 88 }, receptor: null })).toBe('Boleta N° 88')
})

it.each(['rut', 'razon_social'])('an order found by %s shows the recipient of its document', (por) => {
	expect(documentReason({ por, documento: null, receptor })).toBe('Gimnasio Fuerza · 76.543.210-3')
})

it('an order found otherwise shows neither', () => {
	expect(documentReason({ por: 'palabras', documento: { tipo: 39, folio: 88 }, receptor })).toBeUndefined()
})
