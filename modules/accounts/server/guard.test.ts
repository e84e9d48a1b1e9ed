import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessSeconds } from '#core/rules/times.ts'
import { deriveKey } from '#core/server/platform/secrets.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { createAccessTokens } from '#modules/accounts/server/guard.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { openTestAccounts, testKeys } from '#tests/accounts/open-test-accounts.ts'

describe('the guard', () => {
	let shop: Awaited<ReturnType<typeof openTestAccounts>>
	beforeAll(async () => {
		shop = await openTestAccounts()
	})
	afterAll(() => shop.close())

	const profile = (access: string) => shop.call('GET', '/api/perfil/', undefined, access)
	const staffOnly = (access: string) => shop.call('GET', '/api/solo-staff/', undefined, access)
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const claimsOf = (token: string): { sub?: string; [claim: string]: unknown } =>
		JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
	const subOf = (token: string) => claimsOf(token).sub

	describe('an access token', () => {
		it('authenticates a customer and carries no rights', async () => {
			const ana = await shop.aCustomer('ana@correo.cl')
			expect((await profile(ana.access)).statusCode).toBe(200)
			expect(Object.keys(claimsOf(ana.access)).toSorted()).toEqual(['exp', 'iat', 'iss', 'sid', 'sub'])
		})

		it('is rejected when forged, altered or foreign', async () => {
			const ana = await shop.aCustomer('forjada@correo.cl')
			const staff = await shop.aCustomer('jefa@correo.cl')
			const claims = claimsOf(ana.access)
			const [header, body, signature] = ana.access.split('.')
			const asStaff = { ...claims, sub: subOf(staff.access) }
			const key = deriveKey(testKeys[0], 'access-token')
			const signed = (payload: Record<string, unknown>, signingKey: Uint8Array, alg = 'HS256') =>
				new SignJWT(payload).setProtectedHeader({ alg }).sign(signingKey)
			const secretItself = createHmac('sha256', testKeys[0]).update(`${header}.${body}`).digest('base64url')
			const forged: Record<string, string> = {
				none: `${part({ alg: 'none' })}.${body}.`,
				'none with the old signature': `${part({ alg: 'none' })}.${body}.${signature}`,
				'another key': await signed(claims, deriveKey('another secret of some length', 'access-token')),
				'a key for another purpose': await signed(claims, deriveKey(testKeys[0], 'google-nonce')),
				'the bare secret as key': `${header}.${body}.${secretItself}`,
				'another algorithm': await signed(claims, key, 'HS512'),
				'somebody else in the body': `${header}.${part(asStaff)}.${signature}`,
				'another account with the key, but not its session': await signed(asStaff, key),
				'no session': await signed({ ...claims, sid: undefined }, key),
				'no end': await signed({ ...claims, exp: undefined }, key),
				'another issuer': await signed({ ...claims, iss: 'otra' }, key),
				'a sub that is no number': await signed({ ...claims, sub: "1' or 1=1" }, key),
				'a refresh token': ana.refresh,
				nothing: '',
				'very long': 'a'.repeat(5000),
			}
			expect((await profile(await signed(claims, key))).statusCode).toBe(200)
			for (const [name, token] of Object.entries(forged)) {
				const answer = await profile(token)
				expect(answer.statusCode, name).toBe(401)
				expect(answer.json(), name).toMatchObject({ code: 'sesion_expirada' })
				expect(answer.headers['www-authenticate'], name).toBe('Bearer')
			}
			expect((await shop.call('GET', '/api/perfil/')).statusCode).toBe(401)
		})

		it('expires after 15 minutes', async () => {
			const ana = await shop.aCustomer('minutos@correo.cl')
			shop.clock.pass(15 * 60 - 1)
			expect((await profile(ana.access)).statusCode).toBe(200)
			shop.clock.pass(1)
			expect((await profile(ana.access)).statusCode).toBe(401)
		})
	})

	describe('the guard', () => {
		it('applies changes of account and session to tokens issued before', async () => {
			const ana = await shop.aCustomer('banderas@correo.cl')
			const set = (flags: { is_staff?: boolean; is_active?: boolean }) =>
				shop.db.update(usuarios).set(flags).where(eq(usuarios.email, ana.email))
			const customer = await staffOnly(ana.access)
			expect(customer.statusCode).toBe(403)
			expect(customer.json()).toMatchObject({ code: 'solo_staff' })
			await set({ is_staff: true })
			expect((await staffOnly(ana.access)).statusCode).toBe(200)
			await set({ is_staff: false })
			expect((await staffOnly(ana.access)).statusCode).toBe(403)
			await set({ is_active: false })
			expect((await staffOnly(ana.access)).statusCode).toBe(401)
			await set({ is_active: true })
			expect((await profile(ana.access)).statusCode).toBe(200)
			await shop.db.update(sesiones).set({ revoked_at: shop.clock.now() })
			expect((await profile(ana.access)).statusCode).toBe(401)
		})
	})
})

describe('access tokens', () => {
	const now = new Date('2026-11-20T12:00:00Z')
	const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
	const claims = { accountId: 7, sessionId: '0c0a8f6e-54f3-4cc6-9d3e-2a0a3b8d6a11' }
	const tokens = createAccessTokens(['a secret of 32 characters, or more'])

	it('verifies a token and returns its account until it expires', async () => {
		const token = await tokens.sign(claims, now)
		expect(await tokens.verify(token, now)).toEqual(claims)
		expect(await tokens.verify(token, later(accessSeconds - 1))).toEqual(claims)
		expect(await tokens.verify(token, later(accessSeconds))).toBeUndefined()
	})

	it('rejects a token with another signature, of another secret, or altered', async () => {
		const token = await tokens.sign(claims, now)
		const [head, body] = token.split('.')
		const foreign = await createAccessTokens(['another secret of 32 characters!!']).sign(claims, now)
		const otherBody = Buffer.from(JSON.stringify({ ...claims, sub: '1', sid: claims.sessionId })).toString('base64url')
		for (const forged of [
			foreign,
			`${head}.${body}.`,
			`${head}.${otherBody}.${token.split('.')[2]}`,
			`${token}x`,
			'',
		]) {
			expect(await tokens.verify(forged, now)).toBeUndefined()
		}
	})

	it('accepts a token of the previous secret while that secret is configured', async () => {
		const token = await createAccessTokens(['the secret before this one, 32 ch']).sign(claims, now)
		const both = createAccessTokens(['a secret of 32 characters, or more', 'the secret before this one, 32 ch'])
		expect(await both.verify(token, now)).toEqual(claims)
		expect(await tokens.verify(token, now)).toBeUndefined()
	})
})
