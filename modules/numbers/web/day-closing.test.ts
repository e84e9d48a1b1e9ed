import { expect, it } from 'vitest'
import type { ClosingAnswer } from '#modules/numbers/shapes.ts'
import { closingOf } from '#modules/numbers/web/day-closing.tsx'

const money = { recibido: 0, devuelto: 0, ordenes: 1 }
const closing: ClosingAnswer = {
	dia: '2026-11-27',
	metodos: [
		{ ...money, metodo: 'efectivo', esperado: 29_990 },
		{ ...money, metodo: 'transferencia', esperado: -9990 },
	],
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
