import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { googleSimulator } from '@premium-shaker/simulators/google'
import Fastify, { type FastifyInstance } from 'fastify'
import { OAuth2Client } from 'google-auth-library'
import { exportSPKI, importJWK, type JWK } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

const dataDir = mkdtempSync(join(tmpdir(), 'google-'))
let app: FastifyInstance

beforeAll(async () => {
	app = Fastify({ pluginTimeout: 0 })
	await app.register(googleSimulator({ dataDir }))
})
afterAll(async () => {
	await app.close()
	rmSync(dataDir, { recursive: true })
})

/** Verifies a token by Google's own library with the simulator's published keys. */
async function judge(token: string) {
	const { keys } = (await app.inject('/oauth2/v3/certs')).json<{ keys: JWK[] }>()
	const certs: Record<string, string> = {}
	for (const key of keys) {
		const imported = await importJWK(key, 'RS256', { extractable: true })
		if (!(imported instanceof Uint8Array)) certs[key.kid ?? ''] = await exportSPKI(imported)
	}
	const issuers = ['https://accounts.google.com', 'accounts.google.com']
	return await new OAuth2Client().verifySignedJwtWithCertsAsync(token, certs, 'tienda', issuers)
}

async function mint(order: object): Promise<string> {
	const payload = { email: 'ana@gmail.com', client_id: 'tienda', nonce: 'n', ...order }
	return (await app.inject({ method: 'POST', url: '/_token', payload })).json<{ credential: string }>().credential
}

test('Google’s own library accepts a token of the simulator', async () => {
	const ticket = await judge(await mint({}))
	expect(ticket.getPayload()).toMatchObject({ email: 'ana@gmail.com', email_verified: true, nonce: 'n' })
})

test.each(['vencido', 'aun_no_valido', 'otra_audiencia', 'otro_emisor', 'llave_ajena', 'firma_alterada'])(
	'Google’s own library rejects an invalid token: %s',
	async (variante) => {
		await expect(judge(await mint({ variante }))).rejects.toThrow()
	},
)
