import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { vapidProblem } from './check-vapid.ts'

const audience = 'https://push.example.net'
const aPair = () => {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
	const bytes = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
	return { privateKey, k: Buffer.concat(bytes).toString('base64url') }
}
const pair = aPair()
const now = Math.floor(Date.now() / 1000)
const good = { aud: audience, exp: now + 3600, sub: 'mailto:equipo@tienda.cl' }

async function problem(claims: Record<string, unknown>, { signer = pair, k = pair.k } = {}) {
	const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(signer.privateKey)
	return await vapidProblem(`vapid t=${token}, k=${k}`, { subscribedWith: pair.k, audience })
}

it("checkVapid accepts a token signed for this service with the subscription's key", async () => {
	expect(await problem(good)).toBeUndefined()
})

it.each([
	['for another service', { ...good, aud: 'https://otro.example.net' }],
	['that is over', { ...good, exp: now - 60 }],
	['for more than a day', { ...good, exp: now + 90_000 }],
	['without an end', { aud: audience, sub: good.sub }],
	['without a contact', { aud: audience, exp: good.exp }],
])('vapidProblem rejects a token %s', async (_which, claims) => {
	expect(await problem(claims)).toEqual(expect.any(String))
})

it('vapidProblem rejects another key, by its own name or under the right one', async () => {
	const other = aPair()
	expect(await problem(good, { signer: other, k: other.k })).toContain('applicationServerKey')
	expect(await problem(good, { signer: other })).toEqual(expect.any(String))
	expect(await vapidProblem(undefined, { subscribedWith: pair.k, audience })).toEqual(expect.any(String))
})
