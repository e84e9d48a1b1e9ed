import { expect, it } from 'vitest'
import type { OrderDocument } from '#modules/tax-documents/shapes.ts'
import { shownDocuments, waitingText } from '#modules/tax-documents/web/customer-documents.tsx'

const document = (changes: Partial<OrderDocument>): OrderDocument => ({
	id: 'a',
	tipo: 39,
	folio: 1,
	estado: 'aceptada',
	monto: 29_990,
	url: '/x',
	created_at: '2026-11-20',
	...changes,
})

it('shownDocuments returns a boleta, the note that annuls it and the boleta of the rest', () => {
	const all = [document({}), document({ id: 'b', tipo: 61 }), document({ id: 'c' })]
	expect(shownDocuments(all)).toEqual(all)
})

it('shownDocuments returns a rejected boleta until it is replaced, and always a rejected note', () => {
	const rejected = document({ estado: 'rechazada' })
	const again = document({ id: 'b', estado: 'por_emitir' })
	const note = document({ id: 'c', tipo: 61, estado: 'rechazada' })
	expect(shownDocuments([rejected])).toEqual([rejected])
	expect(shownDocuments([rejected, again])).toEqual([again])
	expect(shownDocuments([note, again])).toEqual([note, again])
})

it('a document without a file shows its reason', () => {
	expect(waitingText(document({}))).toBeUndefined()
	expect(waitingText(document({ estado: 'emitida' }))).toBeUndefined()
	expect(waitingText(document({ estado: 'por_emitir', url: null }))).toContain('emitiendo')
	expect(waitingText(document({ estado: 'por_revisar', url: null }))).toContain('emitiendo')
	expect(waitingText(document({ estado: 'rechazada' }))).toContain('corrigiendo')
})
