import { describe, expect, it } from 'vitest'
import { monthText } from '#core/web/ui/format-date.ts'
import { documentsNote, documentsTile, lastMonths } from '#modules/tax-documents/web/staff/documents-export.tsx'

describe('lastMonths', () => {
	it('starts with the current month in Santiago and continues into earlier years', () => {
		expect(lastMonths(3, new Date('2026-02-01T02:00:00Z'))).toEqual(['2026-01', '2025-12', '2025-11'])
		expect(lastMonths(2, new Date('2026-03-31T15:00:00Z'))).toEqual(['2026-03', '2026-02'])
	})

	it('names a month independently of the browser’s time zone', () => {
		expect(monthText('2026-03')).toBe('marzo de 2026')
	})
})

const boletas = (total: number) => [{ tipo: 39, cantidad: 1, neto: 0, iva: 0, total }] as const

it('shows what is documented, and what is still to be issued', () => {
	expect(documentsTile({ documentos: [], documentos_por_emitir: 0 })).toBeUndefined()
	const numbers = { documentos: boletas(29_990), documentos_por_emitir: 59_980 }
	expect(documentsTile(numbers)).toEqual(['Documentado', '$29.990', 'IVA $0 · 1 boleta · por emitir $59.980'])
})

describe('documentsNote', () => {
	it('says by how much documents and net sales differ, and why', () => {
		expect(documentsNote({ neta: 59_980, documentos: [], documentos_por_emitir: 0 })).toBeUndefined()
		expect(documentsNote({ neta: 59_980, documentos: boletas(59_980), documentos_por_emitir: 0 })).toMatch(
			/suman lo mismo que la venta neta\.$/,
		)
		expect(documentsNote({ neta: 69_980, documentos: boletas(29_990), documentos_por_emitir: 29_990 })).toMatch(
			/suman \$39\.990 menos que la venta neta: \$29\.990 están por emitir y \$10\.000 tienen documento de otra fecha/,
		)
		expect(documentsNote({ neta: 0, documentos: boletas(29_990), documentos_por_emitir: -29_990 })).toMatch(
			/suman \$29\.990 más que la venta neta: −\$29\.990 están por emitir\.$/,
		)
	})
})
