import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estados } from '#modules/orders/estado.ts'
import {
	amountToDocument,
	type PlannedDocument,
	planDocuments,
	type Sale,
	type WrittenDocument,
} from '#modules/tax-documents/plan-documents.ts'
import { tiposVenta } from '#modules/tax-documents/tax-document.ts'

const sale: Sale = {
	modelo: 'siempre',
	momento: 'pago',
	nombra_comprador: false,
	estado: 'pagada',
	total: 30_000,
	pagado: null,
	pagado_a_mano: 30_000,
	devuelto: 0,
}

describe('amountToDocument', () => {
	it('is the total once the sale is made: on payment or delivery, or only on delivery', () => {
		const madeIn = (momento: Sale['momento']) =>
			estados.filter((estado) => amountToDocument({ ...sale, momento, estado }) === 30_000)
		expect([madeIn('pago'), madeIn('entrega')]).toEqual([['pagada', 'completado'], ['completado']])
		const others = estados.filter((estado) => !madeIn('pago').includes(estado))
		for (const estado of others) expect(amountToDocument({ ...sale, estado })).toBe(0)
	})

	it('is 0 where the receipt of a gateway is the boleta', () => {
		expect(amountToDocument({ ...sale, modelo: 'no_emito', pagado: 30_000 })).toBe(0)
		expect(amountToDocument({ ...sale, modelo: 'no_emito' })).toBe(30_000)
		// A receipt is no factura and names no buyer.
		expect(amountToDocument({ ...sale, modelo: 'no_emito', pagado: 30_000, nombra_comprador: true })).toBe(30_000)
	})

	it('is the rest after refunds, counted once though staff lowered the total for it too', () => {
		expect(amountToDocument({ ...sale, pagado: 30_000, devuelto: 5000 })).toBe(25_000)
		expect(amountToDocument({ ...sale, total: 25_000, pagado: 30_000, devuelto: 5000 })).toBe(25_000)
		expect(amountToDocument({ ...sale, total: 35_000, pagado: 30_000 })).toBe(35_000)
		expect(amountToDocument({ ...sale, devuelto: 30_000 })).toBe(0)
		expect(amountToDocument({ ...sale, devuelto: 5000 })).toBe(25_000)
		expect(amountToDocument({ ...sale, total: 25_000, devuelto: 5000 })).toBe(25_000)
		expect(amountToDocument({ ...sale, total: 20_000, devuelto: 5000 })).toBe(20_000)
		expect(amountToDocument({ ...sale, total: 0 })).toBe(0)
	})
})

/** Applies a plan as if all of it were emitted and accepted. */
const write = (written: readonly WrittenDocument[], plan: readonly PlannedDocument[]): WrittenDocument[] => [
	...written,
	...plan.map((one) => ({ ...one, estado: 'aceptada' as const })),
]

describe('planDocuments', () => {
	it('states the wanted amount after any changes, with each document made once and annulled at most once', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }),
				fc.constantFrom(...tiposVenta),
				(amounts, tipo) => {
					let written: WrittenDocument[] = []
					for (const wanted of amounts) {
						written = write(written, planDocuments(wanted, written, tipo))
						expect(planDocuments(wanted, written, tipo)).toEqual([])
						const sum = written.reduce((all, { tipo, monto }) => all + (tipo === 61 ? -monto : monto), 0)
						expect(sum).toBe(wanted)
					}
					expect(written.every((one) => one.tipo === tipo || one.tipo === 61)).toBe(true)
					const names = written.map(({ tipo, secuencia }) => `${tipo}:${secuencia}`)
					expect(new Set(names).size).toBe(names.length)
				},
			),
		)
	})

	it('annuls whole documents and makes new ones when the amount changes', () => {
		const written = write([], planDocuments(30_000, []))
		expect(planDocuments(25_000, written)).toEqual([
			{ tipo: 61, secuencia: 1, monto: 30_000 },
			{ tipo: 39, secuencia: 2, monto: 25_000 },
		])
		expect(planDocuments(0, written)).toEqual([{ tipo: 61, secuencia: 1, monto: 30_000 }])
	})

	it('makes facturas on request, annulled and replaced as boletas are', () => {
		const written = write([], planDocuments(30_000, [], 33))
		expect(written).toMatchObject([{ tipo: 33, secuencia: 1 }])
		expect(planDocuments(25_000, written, 33)).toEqual([
			{ tipo: 61, secuencia: 1, monto: 30_000 },
			{ tipo: 33, secuencia: 2, monto: 25_000 },
		])
	})

	it("replaces a rejected document only at staff's request", () => {
		const rejected = [{ tipo: 39, secuencia: 1, estado: 'rechazada', monto: 30_000 }] as const
		expect(planDocuments(30_000, rejected)).toEqual([])
		expect(planDocuments(0, rejected)).toEqual([])
		expect(planDocuments(30_000, rejected, 39, true)).toEqual([{ tipo: 39, secuencia: 2, monto: 30_000 }])
	})
})
