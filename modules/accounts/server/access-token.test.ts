import { expect, it } from 'vitest'
import { accessSeconds } from '#core/rules/lifetimes.ts'
import { createAccessTokens } from '#modules/accounts/server/tokens.ts'

const now = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const claims = { accountId: 7, sessionId: '0c0a8f6e-54f3-4cc6-9d3e-2a0a3b8d6a11' }
const tokens = createAccessTokens(['a secret of 32 characters, or more'])

it('verifies a token and returns its account until it expires', async () => {
	const token = await tokens.sign(claims, now)
	expect(await tokens.verify(token, now)).toEqual(claims)
	expect(await tokens.verify(token, after(accessSeconds - 1))).toEqual(claims)
	expect(await tokens.verify(token, after(accessSeconds))).toBeUndefined()
})

it('rejects a token with another signature, of another secret, or altered', async () => {
	const token = await tokens.sign(claims, now)
	const [head, body] = token.split('.')
	const foreign = await createAccessTokens(['another secret of 32 characters!!']).sign(claims, now)
	const otherBody = Buffer.from(JSON.stringify({ ...claims, sub: '1', sid: claims.sessionId })).toString('base64url')
	for (const forged of [foreign, `${head}.${body}.`, `${head}.${otherBody}.${token.split('.')[2]}`, `${token}x`, '']) {
		expect(await tokens.verify(forged, now)).toBeUndefined()
	}
})

it('accepts a token of the previous secret while that secret is configured', async () => {
	const token = await createAccessTokens(['the secret before this one, 32 ch']).sign(claims, now)
	const both = createAccessTokens(['a secret of 32 characters, or more', 'the secret before this one, 32 ch'])
	expect(await both.verify(token, now)).toEqual(claims)
	expect(await tokens.verify(token, now)).toBeUndefined()
})
