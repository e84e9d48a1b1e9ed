import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { googleSimulator } from '@premium-shaker/simulators/google'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { usuarios } from '#core/server/users/tables.ts'
import { type GoogleConfig, googleAddresses } from '#modules/accounts/server/google-identity.ts'
import { openTestAccounts } from '#tests/accounts/open-test-accounts.ts'

const clientId = 'tienda.apps.googleusercontent.com'

export type GoogleLogin = Awaited<ReturnType<typeof openGoogleLogin>>

/** A shop, its simulated Google, and the requests of a browser between them. */
export async function openGoogleLogin() {
	let clock = () => new Date()
	const google = Fastify({ pluginTimeout: 0 })
	await google.register(googleSimulator({ dataDir: mkdtempSync(join(tmpdir(), 'google-')), clock: () => clock() }))
	const address = await google.listen({ host: '127.0.0.1', port: 0 })
	const config: GoogleConfig = {
		clientId,
		jwksUrl: `${address}/oauth2/v3/certs`,
		scriptUrl: googleAddresses.scriptUrl,
	}
	const shop = await openTestAccounts({ google: config })
	clock = () => shop.clock.now()

	/** A browser after rendering the button: its cookie and nonce. */
	async function aBrowser(at: Pick<typeof shop, 'call'> = shop) {
		const answer = await at.call('GET', '/api/login-google/nonce/')
		const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
		return { cookie, nonce: answer.json<{ nonce: string }>().nonce }
	}

	async function mint(order: object): Promise<string> {
		const answer = await google.inject({ method: 'POST', url: '/_token', payload: { client_id: clientId, ...order } })
		return answer.json<{ credential: string }>().credential
	}

	const send = (cookie: string, payload: object, at: Pick<typeof shop, 'app'> = shop) =>
		at.app.inject({ method: 'POST', url: '/api/login-google/', headers: { cookie }, payload })

	return {
		shop,
		config,
		aBrowser,
		mint,
		send,
		/** Runs the whole login: button, account chooser, login call. */
		async signIn(order: object, body: object = {}) {
			const browser = await aBrowser()
			return await send(browser.cookie, { credential: await mint({ nonce: browser.nonce, ...order }), ...body })
		},
		async accountOf(email: string) {
			const [account] = await shop.db.select().from(usuarios).where(eq(usuarios.email, email))
			return account
		},
		/** Marks the account's e-mail as verified. */
		verify: (email: string) =>
			shop.db.update(usuarios).set({ email_verified_at: shop.clock.now() }).where(eq(usuarios.email, email)),
		async close() {
			await shop.close()
			await google.close()
		},
	}
}
