import { expect, it } from 'vitest'
import { collectedCash, countProblem, differenceText } from './cash-count.ts'

it('sums the cash of a round, of which unpaid and prepaid stops have none', () => {
	expect(collectedCash([{ cobrado: 29_990 }, { cobrado: null }, { cobrado: 33_490 }])).toBe(63_480)
})

it('requires a count of collected cash, and a reason for a difference', () => {
	expect(countProblem(0, { motivo: '' })).toBeUndefined()
	expect(countProblem(29_990, { motivo: '' })).toMatchObject({ campo: 'contado' })
	expect(countProblem(29_990, { contado: 29_990, motivo: '' })).toBeUndefined()
	expect(countProblem(29_990, { contado: 29_000, motivo: '' })).toEqual({
		campo: 'motivo',
		text: 'Faltan $990. Escribe por qué.',
	})
	expect(countProblem(29_990, { contado: 29_000, motivo: 'di vuelto de más' })).toBeUndefined()
})

it('says what is missing or left over', () => {
	expect([29_990, 29_000, 30_000].map((contado) => differenceText(29_990, contado))).toEqual([
		'El efectivo cuadra.',
		'Faltan $990.',
		'Sobran $10.',
	])
})
