import { expect, test } from 'vitest'
import { percentProblem } from './percent-text.ts'

test.each(['2,89', '2.89', '0', '20', '3,5', ' 1,2 '])('accepts %s as a percentage', (text) => {
	expect(percentProblem(text)).toBeUndefined()
})

test.each(['', '-1', '2,891', '20,01', '100', 'mucho', '2,', '2,89 %', '1e1'])(
	'rejects "%s" as a percentage',
	(text) => {
		expect(percentProblem(text)).toContain('Escribe un porcentaje de 0 a 20')
	},
)
