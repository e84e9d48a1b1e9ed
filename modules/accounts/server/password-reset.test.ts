import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { createResetLinks } from '#modules/accounts/server/sessions.ts'
import { recuperaciones } from '#modules/accounts/tables.ts'
import { goodPassword, openTestAccounts, testKeys } from '#tests/accounts/open-test-accounts.ts'

let shop: Awaited<ReturnType<typeof openTestAccounts>>
beforeAll(async () => {
	shop = await openTestAccounts()
})
afterAll(() => shop.close())
beforeEach(() => {
	shop.mails.length = 0
})

const links = createResetLinks(testKeys, 'http://localhost')
const ask = (email: string) => shop.call('POST', '/api/auth/password-reset/', { email })
const validate = async (uid: string, token: string) =>
	(await shop.call('GET', `/api/auth/password-reset/validate/?${new URLSearchParams({ uid, token })}`)).json()
const confirm = (uid: string, token: string, new_password = 'otra contraseña') =>
	shop.call('POST', '/api/auth/password-reset/confirm/', { uid, token, new_password })

/** Requests a link and reads it from the mail. */
async function aLink(email: string) {
	await ask(email)
	const id = String(shop.mails.at(-1)?.datos.recuperacion_id)
	const [, , uid = '', token = ''] = new URL(links.linkOf(id)).pathname.split('/')
	return { uid, token }
}

describe('requestPasswordReset', () => {
	it('mails a link to the account and stores only the hash of its token', async () => {
		await shop.register('ana@correo.cl')
		const { uid, token } = await aLink(' ANA@correo.cl')
		expect(shop.mails).toEqual([
			{
				clave: `recuperar_clave:${uid}`,
				plantilla: 'recuperar_clave',
				destinatario: 'ana@correo.cl',
				datos: { nombre: 'Ana', recuperacion_id: uid },
			},
		])
		expect(JSON.stringify([shop.mails, await shop.db.select().from(recuperaciones)])).not.toContain(token)
		expect(await validate(uid, token)).toEqual({ valid: true })
	})

	it('answers the same, after the same time, with or without an account', async () => {
		await shop.register('existe@correo.cl')
		const times: Record<string, number[]> = { 'existe@correo.cl': [], 'nadie@correo.cl': [], 'no es correo': [] }
		const bodies = new Set<string>()
		for (let round = 0; round < 4; round += 1) {
			for (const [email, measured] of Object.entries(times)) {
				const start = performance.now()
				const answer = await ask(email)
				measured.push(performance.now() - start)
				bodies.add(`${answer.statusCode} ${answer.body}`)
			}
		}
		expect(bodies.size).toBe(1)
		// The minimum of each: load makes answers slower, never faster.
		const quickest = Object.values(times).map((measured) => Math.min(...measured))
		expect(Math.max(...quickest) / Math.min(...quickest)).toBeLessThan(1.25)
		expect(new Set(shop.mails.map((mail) => mail.destinatario))).toEqual(new Set(['existe@correo.cl']))
	})

	it('mails nothing to a disabled account, and at most 10 links an hour to any', async () => {
		await shop.register('quieta@correo.cl')
		await shop.db.update(usuarios).set({ is_active: false }).where(eq(usuarios.email, 'quieta@correo.cl'))
		await ask('quieta@correo.cl')
		expect(shop.mails).toHaveLength(0)
		await shop.register('llena@correo.cl')
		await Promise.all(Array.from({ length: 12 }, () => ask('llena@correo.cl')))
		expect(shop.mails).toHaveLength(10)
	})

	it('mails at most 20 links a day to any account', async () => {
		await shop.register('terca@correo.cl')
		for (let hour = 0; hour < 3; hour += 1) {
			await Promise.all(Array.from({ length: 10 }, () => ask('terca@correo.cl')))
			shop.clock.pass(3600)
		}
		expect(shop.mails.filter(({ destinatario }) => destinatario === 'terca@correo.cl')).toHaveLength(20)
		shop.clock.pass(24 * 3600)
		await ask('terca@correo.cl')
		expect(shop.mails.filter(({ destinatario }) => destinatario === 'terca@correo.cl')).toHaveLength(21)
	})
})

describe('a recovery link', () => {
	it('sets the new password once, ends every session and proves the address', async () => {
		const ana = await shop.aCustomer('cambia@correo.cl')
		const { uid, token } = await aLink(ana.email)
		expect((await confirm(uid, token)).statusCode).toBe(200)
		expect((await shop.logIn(ana.email, goodPassword)).statusCode).toBe(401)
		expect((await shop.logIn(ana.email, 'otra contraseña')).statusCode).toBe(200)
		expect((await shop.call('GET', '/api/perfil/', undefined, ana.access)).statusCode).toBe(401)
		expect((await shop.call('POST', '/api/token/refresh/', { refresh: ana.refresh })).statusCode).toBe(401)
		const [account] = await shop.db.select().from(usuarios).where(eq(usuarios.email, ana.email))
		expect(account?.email_verified_at).toEqual(shop.clock.now())

		const again = await confirm(uid, token)
		expect(again.statusCode).toBe(422)
		expect(again.json()).toMatchObject({ code: 'enlace_clave_invalido', detail: again.json<{ error: string }>().error })
		expect(await validate(uid, token)).toEqual({ valid: false })
	})

	it('succeeds once when two requests use it at the same time', async () => {
		await shop.register('doble@correo.cl')
		const { uid, token } = await aLink('doble@correo.cl')
		const answers = await Promise.all([confirm(uid, token, 'contraseña uno'), confirm(uid, token, 'contraseña dos')])
		expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 422])
	})

	it('stays valid after a password that breaks a rule', async () => {
		await shop.register('corta@correo.cl')
		const { uid, token } = await aLink('corta@correo.cl')
		expect((await confirm(uid, token, 'corta')).json()).toMatchObject({
			detail: 'La contraseña debe tener al menos 8 caracteres.',
		})
		expect((await confirm(uid, token)).statusCode).toBe(200)
		expect(shop.mails.at(-1)).toMatchObject({ plantilla: 'clave_cambiada', destinatario: 'corta@correo.cl' })
	})
})

describe('a mailed recovery link', () => {
	it('expires after one hour', async () => {
		await shop.register('tarde@correo.cl')
		const { uid, token } = await aLink('tarde@correo.cl')
		shop.clock.pass(3599)
		expect(await validate(uid, token)).toEqual({ valid: true })
		shop.clock.pass(1)
		expect(await validate(uid, token)).toEqual({ valid: false })
		expect((await confirm(uid, token)).statusCode).toBe(422)
	})

	it('is revoked when the password changes, by another link or in the profile', async () => {
		const ana = await shop.aCustomer('varios@correo.cl')
		const first = await aLink(ana.email)
		const second = await aLink(ana.email)
		const change = { password: goodPassword, new_password: 'nueva del perfil' }
		expect((await shop.call('POST', '/api/perfil/clave/', change, ana.access)).statusCode).toBe(200)
		expect(await validate(first.uid, first.token)).toEqual({ valid: false })
		expect((await confirm(second.uid, second.token)).statusCode).toBe(422)
		const third = await aLink(ana.email)
		const fourth = await aLink(ana.email)
		expect((await confirm(fourth.uid, fourth.token)).statusCode).toBe(200)
		expect((await confirm(third.uid, third.token)).statusCode).toBe(422)
	})

	it('does not open an account disabled since', async () => {
		await shop.register('cerrada@correo.cl')
		const { uid, token } = await aLink('cerrada@correo.cl')
		await shop.db.update(usuarios).set({ is_active: false }).where(eq(usuarios.email, 'cerrada@correo.cl'))
		expect(await validate(uid, token)).toEqual({ valid: false })
		expect((await confirm(uid, token)).statusCode).toBe(422)
	})

	it('does not open another account, nor accept a forged token or id', async () => {
		await shop.register('una@correo.cl')
		await shop.register('otra@correo.cl')
		const una = await aLink('una@correo.cl')
		const otra = await aLink('otra@correo.cl')
		for (const [uid, token] of [
			[una.uid, otra.token],
			[una.uid, ''],
			[una.uid, `${una.token}x`],
			[crypto.randomUUID(), una.token],
			['1', una.token],
			['', ''],
			["' or 1=1", '\u0000'],
		] as const) {
			expect(await validate(uid, token)).toEqual({ valid: false })
			expect((await confirm(uid, token)).statusCode).toBe(422)
		}
		expect(await validate(una.uid, una.token)).toEqual({ valid: true })
	})
})
