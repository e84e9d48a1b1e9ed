import { expect, test } from 'vitest'
import { z } from 'zod'
import { callProvider, readAnswer } from './call-provider.ts'
import { GatewayKeyRefused, GatewayRefused, GatewayUnavailable } from './gateway.ts'

const url = new URL('https://proveedor.test/pagos?token=secreto')
const call = (fetch: () => Promise<Response>) => callProvider(url, {}, { fetch })
const failing = (code: string | undefined) => () =>
	Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))

test.each([
	['ECONNREFUSED', true],
	['ENOTFOUND', true],
	['EAI_AGAIN', true],
	['EHOSTUNREACH', true],
	['ENETUNREACH', true],
	['UND_ERR_CONNECT_TIMEOUT', true],
	['ECONNRESET', false],
	['UND_ERR_SOCKET', false],
	[undefined, false],
])('reports for %s whether the call surely did nothing: %s', async (code, didNothing) => {
	await expect(call(failing(code))).rejects.toMatchObject({ name: 'GatewayUnavailable', didNothing })
})

test.each([
	[429, true],
	[408, false],
	[500, false],
	[503, false],
])('reports %d as temporary; it surely did nothing: %s', async (status, didNothing) => {
	const answer = call(async () => new Response('{}', { status }))
	await expect(answer).rejects.toMatchObject({ name: 'GatewayUnavailable', didNothing })
})

test('writes no address into a message, as it may carry a key', async () => {
	const broken = [failing('ECONNREFUSED'), async () => new Response('', { status: 503 })]
	for (const fetch of broken) await expect(call(fetch)).rejects.not.toThrow(/secreto/)
	await expect(call(failing('ECONNREFUSED'))).rejects.toThrow(/proveedor\.test/)
})

const read = (status: number, json: unknown) => readAnswer({ status, json }, z.object({ id: z.number() }))

test.each([
	[200, undefined],
	[200, { id: 'x' }],
	[300, { id: 1 }],
])('rejects an answer %d with %j as invalid', (status, json) => {
	expect(() => read(status, json)).toThrow(GatewayUnavailable)
	expect(read(201, { id: 1 })).toEqual({ id: 1 })
})

test.each([
	[{ code: 108, message: 'Invalid Signature', token: 'secreto' }, '401 108 Invalid Signature'],
	[{ error: 'not_found', message: null, cause: [] }, '401 not_found'],
	[{ error_message: 'x'.repeat(500) }, `401 ${'x'.repeat(296)}`],
	[undefined, '401'],
	['<html>', '401'],
])('returns only the message of a rejection with %j', (json, reason) => {
	try {
		read(401, json)
		expect.unreachable()
	} catch (error) {
		expect(error).toBeInstanceOf(GatewayRefused)
		expect(error).toMatchObject({ reason })
	}
})

test('tells a refused key from a refused subject and from a failure, and reports each success', async () => {
	const reported: (string | undefined)[] = []
	const ask = (status: number) =>
		callProvider(
			url,
			{},
			{ fetch: async () => new Response('{"message":"no"}', { status }), onKey: (refusal) => reported.push(refusal) },
		)
	for (const status of [401, 403]) {
		await expect(ask(status)).rejects.toThrow(GatewayKeyRefused)
		await expect(ask(status)).rejects.toMatchObject({ didNothing: true, hasAnswered: false })
	}
	expect((await ask(404)).status).toBe(404)
	await expect(ask(503)).rejects.not.toThrow(GatewayKeyRefused)
	expect(new Set(reported)).toEqual(new Set(['401 no', '403 no']))
	await ask(200)
	expect(reported.at(-1)).toBeUndefined()
})
