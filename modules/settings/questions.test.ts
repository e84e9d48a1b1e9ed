import { expect, test } from 'vitest'
import { initialQuestions, questionsProblem, readQuestions } from './questions.ts'

test('accepts the default questions and stores them unchanged', () => {
	expect(questionsProblem(initialQuestions)).toBeUndefined()
	expect(readQuestions(initialQuestions).map(({ pregunta }) => pregunta)).toEqual([
		'¿Puedo retirar mi pedido?',
		'¿Cómo puedo pagar?',
		'¿Cuántos batidos alcanza una carga?',
		'¿Cuánto demora en cargar, y con qué cable?',
		'¿Qué viene en la caja?',
		'¿Cómo se lava?',
		'¿Y si me arrepiento?',
		'¿Tiene garantía?',
	])
})

test('keeps an answer of several lines, and merges empty lines', () => {
	expect(readQuestions('\n¿Sirve? \n Sí.\nSiempre.\n\n \n¿Y de noche?\nTambién.\n')).toEqual([
		{ pregunta: '¿Sirve?', respuesta: 'Sí. Siempre.' },
		{ pregunta: '¿Y de noche?', respuesta: 'También.' },
	])
	expect(readQuestions('  ')).toEqual([])
})

test('reports a missing question or answer by its beginning', () => {
	expect(questionsProblem('Se lava con agua\ny listo')).toContain('«Se lava con agua»')
	expect(questionsProblem('¿Se lava?')).toContain('«¿Se lava?»')
	expect(questionsProblem(Array.from({ length: 13 }, () => '¿Sí?\nSí.').join('\n\n'))).toBe(
		'Escribe hasta 12 preguntas.',
	)
})
