import { describe, expect, it, vi } from 'vitest'
import { apiDocument } from '#core/server/http/health.ts'
import { openTestApp } from '#tests/open-app.ts'

async function openApp(guard?: Parameters<typeof apiDocument>[1]) {
	const app = openTestApp()
	const swagger = vi.fn(() => ({ info: { title: 'La tienda', version: '1' }, paths: {} }))
	app.decorate('swagger', swagger as never)
	await app.register(apiDocument(app, guard))
	return { app, swagger }
}

describe('apiDocument', () => {
	it('renders the document once, because it blocks the process for 50 ms', async () => {
		const { app, swagger } = await openApp()
		for (const url of ['/api/openapi.json', '/api/openapi.json']) {
			const answer = await app.inject(url)
			expect(answer.statusCode).toBe(200)
			expect(answer.headers).toMatchObject({
				'cache-control': 'public, max-age=300',
				'content-type': 'application/json; charset=utf-8',
			})
			expect(answer.json()).toEqual({ info: { title: 'La tienda', version: '1' }, paths: {} })
		}
		expect(swagger).toHaveBeenCalledTimes(1)
		await app.close()
	})

	it('redirects /api/docs to the document', async () => {
		const { app } = await openApp()
		const { statusCode, headers } = await app.inject('/api/docs')
		expect({ statusCode, location: headers.location }).toEqual({ statusCode: 302, location: '/api/openapi.json' })
		await app.close()
	})

	it('guards both addresses', async () => {
		const { app } = await openApp(async (_request, reply) => reply.code(401).send())
		for (const url of ['/api/openapi.json', '/api/docs']) expect((await app.inject(url)).statusCode).toBe(401)
		await app.close()
	})
})
