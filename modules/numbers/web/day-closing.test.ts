import { expect, it } from 'vitest'
import type { ClosingAnswer } from '#modules/numbers/shapes.ts'
import { closingOf, reasonOfRounds, roundCountText } from '#modules/numbers/web/day-closing.tsx'

const money = { recibido: 0, devuelto: 0, ordenes: 1 }
const closing: ClosingAnswer = {
	dia: '2026-11-27',
	metodos: [
		{ ...money, metodo: 'efectivo', esperado: 29_990 },
		{ ...money, metodo: 'transferencia', esperado: -9990 },
	],
	rondas: [],
	cierre: null,
}

it('reads the counts of a day with dots, and without a sign where more went out', () => {
	const values = { contado_efectivo: '29.000', motivo_efectivo: ' di vuelto de más ', contado_transferencia: '9990' }
	expect(closingOf(closing, values)).toEqual({
		dia: '2026-11-27',
		anterior: null,
		conteos: [
			{ metodo: 'efectivo', esperado: 29_990, contado: 29_000, motivo: 'di vuelto de más' },
			{ metodo: 'transferencia', esperado: -9990, contado: -9990, motivo: '' },
		],
	})
})

it('requires a count of each method, and a reason for a difference', () => {
	const values = { contado_efectivo: '30.000', contado_transferencia: ' ' }
	expect(closingOf(closing, values)).toEqual({
		wrong: {
			motivo_efectivo: 'Sobran $10. Escribe por qué.',
			contado_transferencia: 'Escribe cuánto contaste, o 0.',
		},
	})
})

it('carries the count of a round and its reason into the day', () => {
	const round = {
		cerrada_at: '2026-11-27T18:30:00.000Z',
		esperado: 127_460,
		contado: 120_000,
		motivo: 'Di mal un vuelto',
	}
	const even = { ...round, cerrada_at: '2026-11-27T20:00:00.000Z', contado: 127_460, motivo: '' }
	expect(roundCountText(round)).toMatch(/^Ronda .*15:30: contados \$120\.000, faltan \$7\.460 \(Di mal un vuelto\)$/)
	expect(roundCountText(even)).toMatch(/contados \$127\.460, cuadra$/)
	expect(reasonOfRounds([round, even])).toMatch(/^Ronda .*15:30: Di mal un vuelto$/)
})
