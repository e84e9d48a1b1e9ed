import { expect, test } from 'vitest'
import { sourceOf } from '#modules/found/source.ts'

test.each([
	['instagram', 'instagram'],
	[' Instagram ', 'instagram'],
	['chatgpt.com', 'chatgpt.com'],
	['feria_2026-11', 'feria_2026-11'],
	['a'.repeat(40), 'a'.repeat(40)],
	['', ''],
	[null, ''],
	[undefined, ''],
	['   ', ''],
])('counts an order of "%s" under "%s"', (text, source) => {
	expect(sourceOf(text)).toBe(source)
})

test.each(['a'.repeat(41), 'mi correo', 'ana@correo.cl', '<script>', 'café', '=1+1', 'a\nb', 'instagram, instagram'])(
	'counts an order of "%s" among the others',
	(text) => {
		expect(sourceOf(text)).toBe('otro')
	},
)
