import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import type { SecurityEntry } from '#modules/security-trail/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
	shop.app.inject({ method: 'POST', url, payload, headers })

/** Sends the first factor from a browser with `cookie`. */
type FirstFactor = (cookie?: string) => Promise<LightMyRequestResponse>

/** An account that logs in with a password. */
async function withPassword(name: string) {
	const { email, password, access } = await aCustomer(shop, name)
	const first: FirstFactor = (cookie = '') => post('/api/token/', { username: email, password }, { cookie })
	return { email, access, first }
}

/** An account that logs in with Google alone. */
async function withGoogle(name: string) {
	const email = `${name.toLowerCase()}@gmail.com`
	const first: FirstFactor = async (cookie = '') => {
		const drawn = await shop.app.inject({ method: 'GET', url: '/api/login-google/nonce/' })
		const browser = String(drawn.headers['set-cookie']).split(';')[0]
		const minted = await fetch(`${shop.simulatorsUrl}/google/_token`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ client_id: 'premium-shaker-demo', nonce: drawn.json().nonce, email, name }),
		})
		const { credential } = (await minted.json()) as { credential: string }
		return await post('/api/login-google/', { credential }, { cookie: `${browser}; ${cookie}` })
	}
	return { email, access: (await first()).json().access as string, first }
}

/** Makes an account staff with an app for codes, an hour after its last login. */
async function asStaffWithApp({ email, access, first }: Awaited<ReturnType<typeof withPassword>>) {
	await shop.database.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, email))
	const calls = callsWith(shop, access)
	const { secreto } = (await calls.send('POST', '/api/perfil/segundo_factor/app/')).json()
	const codigo = () =>
		new TOTP({ secret: Secret.fromBase32(secreto) }).generate({ timestamp: shop.clock.now().getTime() })
	await calls.send('POST', '/api/perfil/segundo_factor/app/confirmar/', { codigo: codigo() })
	shop.clock.advanceMinutes(60)
	return {
		email,
		first,
		/** Sends both factors from a browser with `cookie`. */
		async logIn(cookie = '') {
			shop.clock.advanceMinutes(1)
			const { ficha } = (await first(cookie)).json()
			return await post('/api/token/segundo_factor/', { ficha, codigo: codigo() }, { cookie })
		},
	}
}

async function newDeviceMails(email: string): Promise<number> {
	await shop.drainJobs()
	const isOne = ({ to, subject }: { to: string; subject: string }) => to === email && /dispositivo nuevo/.test(subject)
	return shop.inbox.mails().filter(isOne).length
}

/** The counts of an account's rows in the security trail, by `event detail`. */
async function trailOf(email: string): Promise<Record<string, number>> {
	const answer = await (await theBoss(shop)).get(`/api/admin_seguridad/?${new URLSearchParams({ cuenta: email })}`)
	const entries: SecurityEntry[] = answer.json().results
	const counts: Record<string, number> = {}
	for (const { tipo, detalle, veces } of entries)
		counts[`${tipo} ${detalle}`] = (counts[`${tipo} ${detalle}`] ?? 0) + veces
	return counts
}

const deviceCookie = (answer: LightMyRequestResponse) =>
	[answer.headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('dispositivo='))

describe.each([
	['a password', withPassword, 'inicio_sesion'],
	['Google', withGoogle, 'inicio_google'],
] as const)('a login with %s of an account with a second factor', (way, arrive, event) => {
	it('opens no session before the second step, and after it has the effects of any login', async () => {
		const jefa = await asStaffWithApp(await arrive(way === 'Google' ? 'Gala' : 'Clara'))
		const before = await trailOf(jefa.email)
		const mailsBefore = await newDeviceMails(jefa.email)

		const half = await jefa.first()
		expect([half.statusCode, half.json().code, half.json().metodos]).toEqual([401, 'segundo_factor_requerido', ['app']])
		expect(half.json().access).toBeUndefined()
		expect(deviceCookie(half)).toBeUndefined()
		const wrong = await post('/api/token/segundo_factor/', { ficha: half.json().ficha, codigo: '000000' })
		expect([wrong.statusCode, deviceCookie(wrong)]).toEqual([422, undefined])
		const failed = 'segundo_factor_fallido POST /api/token/segundo_factor'
		expect(await trailOf(jefa.email)).toEqual({ ...before, [failed]: 1 })
		expect(await newDeviceMails(jefa.email)).toBe(mailsBefore)

		const opened = await jefa.logIn()
		expect(opened.statusCode).toBe(200)
		expect((await callsWith(shop, opened.json().access).get('/api/admin_usuarios/')).statusCode).toBe(200)
		const cookie = String(deviceCookie(opened)).split(';')[0]
		expect(await newDeviceMails(jefa.email)).toBe(mailsBefore + 1)
		const once = { ...before, [failed]: 1, [`${event} app`]: 1, 'dispositivo_nuevo null': 1 }
		expect(await trailOf(jefa.email)).toEqual(once)

		const again = await jefa.logIn(cookie)
		expect(deviceCookie(again)?.split('.')[0]?.slice(0, 28)).toBe(cookie?.slice(0, 28))
		expect(await newDeviceMails(jefa.email)).toBe(mailsBefore + 1)
		expect(await trailOf(jefa.email)).toEqual({ ...once, [`${event} app`]: 2 })
	})
})

describe('a login without a second factor', () => {
	it.each([
		['a password', withPassword],
		['Google', withGoogle],
	] as const)('with %s has the same effects for staff, and no new-device mail for a customer', async (way, arrive) => {
		const nueva = await arrive(way === 'Google' ? 'Greta' : 'Nuria')
		const customer = await trailOf(nueva.email)
		expect(Object.keys(customer).join()).not.toContain('dispositivo_nuevo')
		expect(await newDeviceMails(nueva.email)).toBe(0)
		await shop.database.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, nueva.email))
		const opened = await nueva.first()
		expect(await newDeviceMails(nueva.email)).toBe(1)
		const cookie = String(deviceCookie(opened)).split(';')[0]
		expect((await nueva.first(cookie)).statusCode).toBe(200)
		expect(await newDeviceMails(nueva.email)).toBe(1)
		expect((await trailOf(nueva.email))['dispositivo_nuevo null']).toBe(1)
	})
})
