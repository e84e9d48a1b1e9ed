import fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { apiDocument, renderApiPage } from '#server/http/api-page.ts'

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

it('makes the document once, however often it is asked for: it takes 50 ms, and nobody else is served meanwhile', async () => {
	const app = fastify()
	const swagger = vi.fn(() => ({ info: { title: 'La tienda', version: '1' }, paths: {} }))
	app.decorate('swagger', swagger as never)
	await app.register(apiDocument(app))
	for (const url of ['/api/openapi.json', '/api/docs', '/api/openapi.json']) {
		const answer = await app.inject(url)
		expect(answer.statusCode).toBe(200)
		expect(answer.headers['cache-control']).toBe('public, max-age=300')
	}
	const { headers, body } = await app.inject('/api/openapi.json')
	expect(headers['content-type']).toBe('application/json; charset=utf-8')
	expect(JSON.parse(body)).toEqual({ info: { title: 'La tienda', version: '1' }, paths: {} })
	expect(swagger).toHaveBeenCalledTimes(1)
	await app.close()
})
