import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { nestsDeeper, parseShallowJson } from '#core/server/http/parse-json.ts'

it('counts nested brackets, and none inside text', () => {
	expect(nestsDeeper('[[[]]]', 3)).toBe(false)
	expect(nestsDeeper('[{"a":[[]]}]', 3)).toBe(true)
	expect(nestsDeeper(JSON.stringify(['[[[[[[', '\\"[[[[', '{{{{{']), 2)).toBe(false)
	expect(nestsDeeper('[][][][][]', 1)).toBe(false)
})

it('rejects 200 KB of brackets without parsing them', async () => {
	const app = Fastify()
	parseShallowJson(app)
	app.post('/', async ({ body }) => body)
	const headers = { 'content-type': 'application/json' }
	const parse = vi.spyOn(JSON, 'parse')
	const send = (payload: string) => app.inject({ method: 'POST', url: '/', headers, payload })
	expect((await send('{"a":[1,{"b":"[["}]}')).body).toBe('{"a":[1,{"b":"[["}]}')
	expect(parse).toHaveBeenCalledOnce()
	expect((await send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).statusCode).not.toBe(200)
	expect(parse).toHaveBeenCalledOnce()
	parse.mockRestore()
})

it('rejects bytes that are not UTF-8', async () => {
	const app = Fastify()
	parseShallowJson(app)
	app.post('/', async ({ body }) => body)
	const send = (bytes: Buffer, type = 'application/json') =>
		app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: bytes })
	const latin = Buffer.from('{"nombre":"José"}', 'latin1')
	for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
		expect((await send(latin, type)).statusCode).not.toBe(200)
	}
	expect((await send(Buffer.from('{"nombre":"José 🔑"}'))).json()).toEqual({ nombre: 'José 🔑' })
})

it('accepts no other content type as JSON', async () => {
	const app = Fastify()
	parseShallowJson(app)
	app.post('/', async ({ body }) => body)
	for (const type of [
		'text/plain',
		'text/plain; charset=utf-8',
		'application/xml',
		'application/x-www-form-urlencoded',
	]) {
		const answer = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: '{"a":1}' })
		expect(answer.statusCode, type).toBe(415)
	}
})
