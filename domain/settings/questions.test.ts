import { expect, test } from 'vitest'
import { initialQuestions, questionsProblem, readQuestions } from './questions.ts'

test('the questions that the shop begins with can be read and kept', () => {
	expect(questionsProblem(initialQuestions)).toBeUndefined()
	expect(readQuestions(initialQuestions).map(({ pregunta }) => pregunta)).toEqual([
		'¿Puedo retirar mi pedido?',
		'¿Cómo puedo pagar?',
		'¿Cómo se carga?',
		'¿Cómo se lava?',
		'¿Y si me arrepiento?',
	])
})

test('an answer of several lines is one answer, and empty lines more than one are one', () => {
	expect(readQuestions('\n¿Sirve? \n Sí.\nSiempre.\n\n \n¿Y de noche?\nTambién.\n')).toEqual([
		{ pregunta: '¿Sirve?', respuesta: 'Sí. Siempre.' },
		{ pregunta: '¿Y de noche?', respuesta: 'También.' },
	])
	expect(readQuestions('  ')).toEqual([])
})

test('what has no question or no answer is told by its beginning', () => {
	expect(questionsProblem('Se lava con agua\ny listo')).toContain('«Se lava con agua»')
	expect(questionsProblem('¿Se lava?')).toContain('«¿Se lava?»')
	expect(questionsProblem(Array.from({ length: 13 }, () => '¿Sí?\nSí.').join('\n\n'))).toBe(
		'Escribe hasta 12 preguntas.',
	)
})
