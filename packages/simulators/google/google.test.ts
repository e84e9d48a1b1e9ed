import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { googleSimulator } from './google.ts'

async function start(dataDir = mkdtempSync(join(tmpdir(), 'google-'))) {
	const app = Fastify({ pluginTimeout: 0 })
	await app.register(googleSimulator({ dataDir }), { prefix: '/simuladores/google' })
	const url = (path: string) => `/simuladores/google${path}`
	const mint = async (order: object) => {
		const payload = { email: 'ana@gmail.com', client_id: 'tienda', nonce: 'n', ...order }
		const answer = await app.inject({ method: 'POST', url: url('/_token'), payload })
		return answer.json<{ credential: string }>().credential
	}
	const verify = async (token: string) => {
		const keys = (await app.inject(url('/oauth2/v3/certs'))).json()
		return await jwtVerify(token, createLocalJWKSet(keys), { algorithms: ['RS256'], audience: 'tienda' })
	}
	return { app, url, mint, verify, dataDir }
}

it("the token endpoint mints tokens with the provider's claims, verifiable by the published keys", async () => {
	const google = await start()
	const { payload, protectedHeader } = await google.verify(
		await google.mint({ name: 'Ana Rojas Paz', hd: 'gmail.com' }),
	)
	expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' })
	expect(payload).toMatchObject({
		iss: 'https://accounts.google.com',
		email: 'ana@gmail.com',
		email_verified: true,
		given_name: 'Ana',
		family_name: 'Rojas Paz',
		nonce: 'n',
	})
	expect(payload.sub).toMatch(/^\d{21}$/)
	await google.app.close()
})

it('the simulator stores its keys across a restart, and publishes no private part', async () => {
	const first = await start()
	const token = await first.mint({})
	await first.app.close()
	const second = await start(first.dataDir)
	await expect(second.verify(token)).resolves.toBeDefined()
	expect((await second.app.inject(second.url('/oauth2/v3/certs'))).body).not.toContain('"d"')
	await second.app.close()
})

it('a rotation signs with a new key; the old one verifies until it is removed', async () => {
	const google = await start()
	const old = await google.mint({})
	await google.app.inject({ method: 'POST', url: google.url('/_rotar'), payload: {} })
	await expect(google.verify(old)).resolves.toBeDefined()
	await expect(google.verify(await google.mint({}))).resolves.toBeDefined()
	await google.app.inject({ method: 'POST', url: google.url('/_rotar'), payload: { olvidar: true } })
	await expect(google.verify(old)).rejects.toThrow()
	await google.app.close()
})

it('the account chooser returns the token of the chosen account to the requesting page and origin alone', async () => {
	const google = await start()
	const query = 'client_id=tienda&nonce=abc&origin=https://tienda.example/login'
	const page = await google.app.inject(google.url(`/gsi/select?${query}`))
	expect(page.body).toContain('camila.soto.demo@gmail.com')
	expect(page.headers['cross-origin-opener-policy']).toBe('unsafe-none')

	const form = {
		client_id: 'tienda',
		nonce: 'abc',
		origin: 'https://tienda.example',
		email: 'camila.soto.demo@gmail.com',
	}
	const answer = await google.app.inject({
		method: 'POST',
		url: google.url('/gsi/select'),
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: new URLSearchParams(form).toString(),
	})
	expect(answer.body).toContain('data-origin="https://tienda.example"')
	const token = /data-credential="([^"]+)"/.exec(answer.body)?.[1] ?? ''
	expect(decodeJwt(token)).toMatchObject({ aud: 'tienda', nonce: 'abc', email: 'camila.soto.demo@gmail.com' })
	await google.app.close()
})

it('the account chooser rejects a request without a client id or with an invalid origin', async () => {
	const google = await start()
	for (const query of [
		'',
		'client_id=tienda',
		'client_id=tienda&origin=javascript:alert(1)',
		'origin=https://a.example',
	]) {
		expect((await google.app.inject(google.url(`/gsi/select?${query}`))).statusCode).toBe(400)
	}
	await google.app.close()
})

it("the sign-in script has the provider's functions", async () => {
	const google = await start()
	const script = await google.app.inject(google.url('/gsi/client'))
	expect(script.headers['content-type']).toContain('text/javascript')
	for (const call of ['initialize', 'renderButton', 'prompt', 'cancel', 'disableAutoSelect', 'revoke']) {
		expect(script.body).toContain(call)
	}
	await google.app.close()
})
