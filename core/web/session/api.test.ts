import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken, refreshToken, saveSession, send } from '#core/web/session/api.ts'
import { memoryStorage } from '#tests/memory-storage.ts'

const open = { method: 'GET', address: '/api/x', auth: false } as const
const ofCustomer = { ...open, auth: true }

type Answer = { status: number; body: unknown }
const calls: { path: string; authorization: string | undefined }[] = []
let answers: Record<string, Answer[]>

beforeEach(() => {
	vi.stubGlobal('window', { localStorage: memoryStorage() })
	vi.stubGlobal('navigator', {})
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		calls.push({ path, authorization: new Headers(init.headers).get('authorization') ?? undefined })
		const answer = answers[path]?.shift()
		if (!answer) throw new TypeError('failed to fetch')
		return new Response(JSON.stringify(answer.body), { status: answer.status })
	})
	calls.length = 0
	answers = {}
})
afterEach(() => vi.unstubAllGlobals())

const expired: Answer = { status: 401, body: { error: 'Sesión expirada.', detail: '', code: 'sesion_expirada' } }
const renewed: Answer = { status: 200, body: { access: 'a2', refresh: 'r2' } }

describe('a call', () => {
	test('returns the data of a successful answer', async () => {
		answers = { '/api/x': [{ status: 200, body: { n: 1 } }] }
		expect(await send(open)).toEqual({ ok: true, status: 200, data: { n: 1 } })
	})

	test('returns code, message and fields of a failure', async () => {
		const body = { error: 'Cambió.', detail: 'Cambió.', code: 'total_cambio', total: 5 }
		answers = { '/api/x': [{ status: 409, body }] }
		const expected = { ok: false, status: 409, code: 'total_cambio', text: 'Cambió.', extra: { total: 5 } }
		expect(await send(open)).toMatchObject(expected)
	})

	test('never throws without an answer', async () => {
		expect(await send(open)).toMatchObject({ ok: false, status: 0, code: 'sin_conexion' })
	})
})

describe('a call with a session', () => {
	test('renews an expired access token once and repeats the call', async () => {
		saveSession({ access: 'a1', refresh: 'r1' })
		answers = { '/api/x': [expired, { status: 200, body: 'yes' }], '/api/token/refresh/': [renewed] }
		expect(await send(ofCustomer)).toMatchObject({ ok: true, data: 'yes' })
		expect(calls.map((call) => call.authorization)).toEqual(['Bearer a1', undefined, 'Bearer a2'])
		expect([accessToken(), refreshToken()]).toEqual(['a2', 'r2'])
	})

	test('uses a refresh token once for parallel calls', async () => {
		saveSession({ access: 'a1', refresh: 'r1' })
		const yes = { status: 200, body: 'yes' }
		answers = { '/api/x': [expired, expired, expired, yes, yes, yes], '/api/token/refresh/': [renewed] }
		const results = await Promise.all([1, 2, 3].map(() => send(ofCustomer)))
		expect(results.every((result) => result.ok)).toBe(true)
		expect(calls.filter((call) => call.path === '/api/token/refresh/')).toHaveLength(1)
	})

	test('sends the same refresh token again when the first answer was lost', async () => {
		saveSession({ access: 'a1', refresh: 'r1' })
		const lost: Answer = { status: 502, body: '' }
		answers = { '/api/x': [expired, { status: 200, body: 'yes' }], '/api/token/refresh/': [lost, renewed] }
		expect(await send(ofCustomer)).toMatchObject({ ok: true, data: 'yes' })
		expect([accessToken(), refreshToken()]).toEqual(['a2', 'r2'])
	})

	test('removes both tokens when they cannot be renewed', async () => {
		saveSession({ access: 'a1', refresh: 'r1' })
		answers = { '/api/x': [expired], '/api/token/refresh/': [expired] }
		expect(await send(ofCustomer)).toMatchObject({ ok: false, code: 'sesion_expirada' })
		expect([accessToken(), refreshToken()]).toEqual([null, null])
	})

	test('retains the tokens when the network fails during the renewal', async () => {
		saveSession({ access: 'a1', refresh: 'r1' })
		answers = { '/api/x': [expired] }
		expect(await send(ofCustomer)).toMatchObject({ ok: false, code: 'sin_conexion' })
		expect(refreshToken()).toBe('r1')
	})

	test('is not sent without tokens', async () => {
		expect(await send(ofCustomer)).toMatchObject({ ok: false, code: 'sesion_expirada' })
		expect(calls).toEqual([])
	})
})
