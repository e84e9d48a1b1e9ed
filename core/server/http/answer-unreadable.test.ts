import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerUnreadable } from './answer-unreadable.ts'

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
