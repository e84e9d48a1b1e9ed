import { expect, it } from 'vitest'
import { countProblem, differenceText } from './cash-count.ts'

it('requires a count of expected money, and a reason for a difference', () => {
	expect(countProblem(0, { motivo: '' })).toBeUndefined()
	expect(countProblem(29_990, { motivo: '' })).toMatchObject({ campo: 'contado' })
	expect(countProblem(29_990, { contado: 29_990, motivo: '' })).toBeUndefined()
	expect(countProblem(29_990, { contado: 29_000, motivo: '' })).toEqual({
		campo: 'motivo',
		text: 'Faltan $990. Escribe por qué.',
	})
	expect(countProblem(29_990, { contado: 29_000, motivo: 'di vuelto de más' })).toBeUndefined()
})

it('says what is missing or left over, also where more went out than came in', () => {
	expect([29_990, 29_000, 30_000].map((contado) => differenceText(29_990, contado))).toEqual([
		'Cuadra.',
		'Faltan $990.',
		'Sobran $10.',
	])
	expect(differenceText(-9990, -10_000)).toBe('Faltan $10.')
})
