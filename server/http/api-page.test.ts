import { expect, it } from 'vitest'
import { renderApiPage } from '#server/http/api-page.ts'

const document = {
	info: { title: 'Tienda', version: '1' },
	paths: {
		'/api/cosas/{id}': {
			post: {
				tags: ['cosas'],
				summary: '<script>alert(1)</script>',
				security: [{ bearer: [] }],
				parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string', maxLength: 9 } }],
				requestBody: {
					content: {
						'application/json': {
							schema: {
								type: 'object',
								properties: { total: { type: 'integer', minimum: 0 }, cupon: { type: 'string' } },
								required: ['total'],
							},
						},
					},
				},
				responses: {
					200: { content: { 'application/json': { schema: { type: 'array', items: { type: 'boolean' } } } } },
				},
			},
		},
	},
} as const

it('tells of every call what it takes and what it answers, in words', () => {
	const page = renderApiPage(document)
	expect(page).toContain('/api/cosas/{id}')
	expect(page).toContain('total: entero (≥ 0)')
	expect(page).toContain('cupon?: texto')
	expect(page).toContain('lista de sí o no')
	expect(page).toContain('hasta 9 letras')
	expect(page).toContain('Con sesión')
	expect(page).toContain('sin_stock')
})

it('has no script in it, also where a schema tries to bring one', () => {
	expect(renderApiPage(document)).not.toContain('<script')
})
