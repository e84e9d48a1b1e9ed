import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FailureAnswer, fail } from '#core/contract/failure.ts'
import { answerErrors, answerUnreadable } from '#core/server/http/errors.ts'

describe('errors', () => {
	let app: FastifyInstance
	let unexpected: string[]
	let thrown: unknown

	beforeEach(() => {
		unexpected = []
		app = Fastify()
		answerErrors(app, (cause) => unexpected.push(cause))
		app.get('/api/algo', async () => {
			throw thrown
		})
	})

	async function answerTo(error: unknown) {
		thrown = error
		return await app.inject('/api/algo')
	}
	const withCode = (code: string, message = 'away') => Object.assign(new Error(message), { code })

	describe('an unreachable database', () => {
		it.each([
			['refuses connections', withCode('ECONNREFUSED')],
			['drops one', withCode('ECONNRESET')],
			['shuts down', withCode('57P01', 'terminating connection due to administrator command')],
			['starts up', withCode('57P03')],
			['has no connection left', withCode('53300')],
			[
				'has no room left on its disk',
				withCode('53100', 'could not extend file "base/5/1259": No space left on device'),
			],
			['is behind a pool that waited for it in vain', withCode('08P01', 'query_wait_timeout')],
			['writes on another machine now', withCode('25006', 'cannot execute INSERT in a read-only transaction')],
			['only reads now', withCode('XX000', 'cannot assign TransactionIds during recovery')],
			['does not answer in time', new Error('timeout exceeded when trying to connect')],
			['broke in the middle', new Error('Connection terminated unexpectedly')],
			['broke before', new Error('Client has encountered a connection error and is not queryable')],
			['is being closed by this process', new Error('Cannot use a pool after calling end on the pool')],
			['is embedded and being closed', new Error('PGlite is closed')],
		])('(%s) is answered as busy, in the shop’s words, with Retry-After', async (_what, cause) => {
			const answer = await answerTo(new Error('Failed query', { cause }))
			expect(answer.statusCode).toBe(503)
			expect(answer.headers['retry-after']).toBe('5')
			const text = 'La tienda está ocupada. Intenta nuevamente en unos segundos.'
			expect(answer.json()).toEqual({ error: text, detail: text, code: 'servicio_ocupado' })
			expect(unexpected).toEqual([])
		})
	})

	it.each(['application/json', 'multipart/form-data; boundary=b'])(
		'treats a broken client connection while sending %s as no failure of the shop',
		async (type) => {
			const lines: { level: number; msg: string }[] = []
			const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
			const shop = Fastify({ logger: { level: 'info', stream } })
			answerErrors(shop, (cause) => unexpected.push(cause))
			await shop.register(multipart)
			shop.post('/api/algo', async (request) => {
				for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer()
			})
			await shop.listen({ port: 0, host: '127.0.0.1' })
			const socket = connect((shop.server.address() as AddressInfo).port, '127.0.0.1')
			socket.write(`POST /api/algo HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n--b\r\n`)
			socket.write('Content-Disposition: form-data; name="comprobante"; filename="a"\r\n\r\nabc')
			await expect.poll(() => lines.some(({ msg }) => msg === 'incoming request')).toBe(true)
			socket.destroy()
			await expect.poll(() => lines.some(({ msg }) => msg.startsWith('a visitor left'))).toBe(true)
			expect(lines.filter(({ level }) => level >= 40)).toEqual([])
			expect(unexpected).toEqual([])
			await shop.close()
		},
	)

	it('answers an unexpected error with the request id only, and counts its cause', async () => {
		const answer = await answerTo(new Error('clave secreta de ana@correo.cl'))
		expect(answer.statusCode).toBe(500)
		expect(answer.json()).toMatchObject({ code: 'error_interno', solicitud: expect.any(String) })
		expect(answer.body).not.toContain('secreta')
		expect(unexpected).toHaveLength(1)
		expect(answer.headers['retry-after']).toBeUndefined()
	})

	it('answers an expected failure with its own status, words and facts', async () => {
		const failure = fail('sin_stock', { text: 'No queda Negro.', extra: { color: 'Negro' } })
		const answer = await answerTo(new FailureAnswer(failure))
		expect(answer.statusCode).toBe(409)
		expect(answer.json()).toEqual({
			error: 'No queda Negro.',
			detail: 'No queda Negro.',
			code: 'sin_stock',
			color: 'Negro',
		})
	})

	it.each([withCode('22021'), withCode('22P05')])(
		'rejects unstorable characters with campos_invalidos',
		async (cause) => {
			expect((await answerTo(new Error('Failed query', { cause }))).json()).toMatchObject({ code: 'campos_invalidos' })
		},
	)

	it('answers 409 for a constraint that two callers violated at once, whichever statement failed', async () => {
		const cause = Object.assign(new Error('duplicate key'), { constraint: 'movimientos_clave' })
		const answer = await answerTo(new Error('Failed query', { cause }))
		expect([answer.statusCode, answer.json().code]).toEqual([409, 'clave_repetida'])
		const other = Object.assign(new Error('duplicate key'), { constraint: 'constructor' })
		expect((await answerTo(new Error('Failed query', { cause: other }))).statusCode).toBe(500)
	})

	describe('an unsupported method', () => {
		it.each(['GET', 'HEAD'] as const)('is not reported for %s of a name too long for its route', async (method) => {
			app.get('/api/algo/:nombre', async () => 'algo')
			app.get('/*', async (_request, reply) => reply.callNotFound())
			const url = `/api/algo/${'x'.repeat(3000)}`
			expect((await app.inject({ method, url })).statusCode).toBe(404)
			expect((await app.inject({ method: 'POST', url })).statusCode).toBe(405)
		})

		it('is distinguished from an unknown path', async () => {
			const wrong = await app.inject({ method: 'DELETE', url: '/api/algo/' })
			expect([wrong.statusCode, wrong.headers.allow, wrong.json().code]).toEqual([405, 'GET', 'metodo_no_permitido'])
			const unknown = await app.inject('/api/nada')
			expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'no_encontrado'])
		})

		it.each(['/api/otra', '/api/otra/', '/salud/vivo', '/'])(
			'is reported on %s, however its route is written',
			async (url) => {
				for (const route of ['/api/otra/', '/salud/vivo', '/', '/*']) app.get(route, async () => 'algo')
				const wrong = await app.inject({ method: 'POST', url })
				expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET'])
				expect((await app.inject({ method: 'POST', url: '/otra-cosa' })).statusCode).toBe(404)
			},
		)
	})
})

describe('answer unreadable', () => {
	let app: FastifyInstance
	let port: number

	beforeAll(async () => {
		app = Fastify({
			clientErrorHandler: answerUnreadable,
			requestTimeout: 2000,
			http: { headersTimeout: 1000, connectionsCheckingInterval: 20 },
		})
		await app.listen({ port: 0, host: '127.0.0.1' })
		port = (app.server.address() as AddressInfo).port
	})

	afterAll(() => app.close())

	/** Reads the connection until it is closed. */
	async function answerTo(request: string): Promise<{ status: number; body: unknown }> {
		const socket = connect(port, '127.0.0.1')
		socket.write(request)
		let text = ''
		for await (const chunk of socket) text += chunk
		const [head = '', body = ''] = text.split('\r\n\r\n')
		return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
	}

	it.each([
		['is no HTTP', 'hola\r\n\r\n', 400, 'no_json', 'La solicitud no se pudo leer.'],
		[
			'has an address longer than a head may be',
			`GET /?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
			431,
			'direccion_larga',
			'Lo que pides es demasiado largo.',
		],
		[
			'never comes whole',
			'GET / HTTP/1.1\r\nHost: x\r\n',
			408,
			'solicitud_lenta',
			'La solicitud tardó demasiado en llegar. Intenta nuevamente.',
		],
	])('answers a request that %s in the form of every error', async (_what, request, status, code, text) => {
		expect(await answerTo(request)).toEqual({ status, body: { error: text, detail: text, code } })
	})
})
