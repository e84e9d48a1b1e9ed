import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instagramSimulator } from '@premium-shaker/simulators/instagram'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderFiles } from '#core/server/files/files.ts'
import { createInstagramToken } from '#modules/social/server/instagram.ts'

const day = 86_400_000

describe('the token of the feed', () => {
	let folder: string
	let app: FastifyInstance
	let apiUrl: string
	let now: number
	let logged: string[]

	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'token-'))
		now = Date.parse('2026-11-20T12:00:00Z')
		logged = []
		app = Fastify()
		const place = { baseUrl: () => '', token: 'first', mediaDir: join(folder, 'none'), clock: () => new Date(now) }
		await app.register(instagramSimulator(place), { prefix: '/instagram' })
		await app.listen({ host: '127.0.0.1', port: 0 })
		apiUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/instagram`
	})
	afterEach(async () => {
		await app.close()
		rmSync(folder, { recursive: true })
	})

	const files = () => createFolderFiles(join(folder, 'files'))
	const misbehave = (error: string) =>
		app.inject({ method: 'POST', url: '/instagram/_faults', payload: { ajustes: { error } } })
	function current(token = 'first') {
		const log = (details: object, message: string) => logged.push(JSON.stringify([details, message]))
		const clock = { now: () => new Date(now) }
		return createInstagramToken({ apiUrl, token, files: files(), clock, log: { info: log, warn: log } }).current()
	}

	test('is renewed, kept over restarts, and renewed again only in its last month', async () => {
		const second = await current()
		expect(second).not.toBe('first')
		now += 29 * day
		expect(await current()).toBe(second)
		now += 2 * day
		expect(await current()).not.toBe(second)
	})

	test('is used unchanged on its first day, when it cannot be renewed yet', async () => {
		now -= day / 2
		expect(await current()).toBe('first')
		now += day
		expect(await current()).not.toBe('first')
	})

	test('is rejected after it has expired', async () => {
		const list = (token: string) => app.inject({ url: '/instagram/me/media', query: { access_token: token } })
		const second = await current()
		expect((await list(second)).statusCode).toBe(200)
		now += 61 * day
		expect((await list(second)).json()).toMatchObject({ error: { code: 190 } })
	})

	test('renewed by an older demo, without its day, still opens the feed', async () => {
		const list = (token: string) => app.inject({ url: '/instagram/me/media', query: { access_token: token } })
		for (const renewed of ['first-3fa85f64-5717-4562-b3fc-2c963f66afa6', 'first-a0b1c2d3-5717-4562-b3fc-2c963f66afa6'])
			expect((await list(renewed)).statusCode).toBe(200)
		expect((await list('second-3fa85f64')).statusCode).toBe(400)
	})

	test('stays unchanged after a failed renewal, which is retried the next day', async () => {
		await misbehave('190')
		expect(await current()).toBe('first')
		await misbehave('ninguno')
		expect(await current()).toBe('first')
		now += day
		expect(await current()).not.toBe('first')
		expect(logged.join()).not.toContain('first')
	})

	test('raises an alarm ten days before it expires', async () => {
		await current()
		await misbehave('190')
		now += 49 * day
		await current()
		expect(logged.join()).not.toContain('ends soon')
		now += 2 * day
		await current()
		expect(logged.join()).toContain('ends soon')
	})

	test('is encrypted in the store, and replaced by a new one of the environment', async () => {
		const second = await current()
		const stored = Buffer.from((await files().get('social/token.json')) ?? []).toString('latin1')
		expect(stored).not.toContain(second)
		await misbehave('190')
		expect(await current('another')).toBe('another')
	})
})
