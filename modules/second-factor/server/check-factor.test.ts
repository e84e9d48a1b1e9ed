import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { resetFactor } from '#modules/second-factor/server/change-factors.ts'
import { appsCodigos, codigosRecuperacion } from '#modules/second-factor/tables.ts'
import { createEnqueueMail } from '#shop/server/mail/send-mail.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, logIn, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith } from '#tests/staff-helpers.ts'

const shop = await aShop()

const codeOf = (secreto: string, at = shop.clock.now()) =>
	new TOTP({ secret: Secret.fromBase32(secreto) }).generate({ timestamp: at.getTime() })

const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url, payload })
const firstStep = ({ email, password }: { email: string; password: string }) =>
	post('/api/token/', { username: email, password })
const secondStep = (ficha: string, codigo: string) => post('/api/token/segundo_factor/', { ficha, codigo })

async function mailsTo(email: string) {
	await shop.drainJobs()
	return shop.inbox.mails().filter(({ to }) => to === email)
}

/** Sets up an app for an account; the clock advances a step, so that its next code is new. */
async function withApp(person: TestCustomer) {
	const calls = callsWith(shop, person.access)
	const { secreto, uri, qr } = (await calls.send('POST', '/api/perfil/segundo_factor/app/')).json()
	const confirmed = await calls.send('POST', '/api/perfil/segundo_factor/app/confirmar/', { codigo: codeOf(secreto) })
	expect(confirmed.statusCode).toBe(200)
	shop.clock.advanceMinutes(1)
	return { calls, secreto: secreto as string, uri, qr, codigos: confirmed.json().codigos as string[] }
}

async function fichaOf(person: { email: string; password: string }): Promise<string> {
	const answer = await firstStep(person)
	expect([answer.statusCode, answer.json().code]).toEqual([401, 'segundo_factor_requerido'])
	return answer.json().ficha
}

describe('a one-time code', () => {
	it('is required after the password, and valid once per code and per step', async () => {
		const ana = await aCustomer(shop, 'Ana')
		const { secreto, uri, qr, codigos } = await withApp(ana)
		expect(uri).toContain(`secret=${secreto}`)
		expect(qr).toMatch(/^data:image\/svg\+xml,/)
		expect(codigos).toHaveLength(10)
		const ficha = await fichaOf(ana)
		const wrong = await secondStep(ficha, '000000')
		expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'codigo_incorrecto'])
		const code = codeOf(secreto)
		const at_once = await Promise.all([secondStep(ficha, code), secondStep(await fichaOf(ana), code)])
		expect(at_once.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
		const opened = at_once.find(({ statusCode }) => statusCode === 200)?.json()
		expect((await callsWith(shop, opened.access).get('/api/perfil/')).json()).toMatchObject({
			tiene_segundo_factor: true,
		})
		// One step before the used code: rejected, though the clock would allow it.
		expect((await secondStep(ficha, codeOf(secreto, new Date(shop.clock.now().getTime() - 30_000)))).statusCode).toBe(
			422,
		)
	})

	it('is required with a challenge that lasts five minutes and dies with the password', async () => {
		const eva = await aCustomer(shop, 'Eva')
		const { secreto, calls } = await withApp(eva)
		const old = await fichaOf(eva)
		shop.clock.advanceMinutes(6)
		expect((await secondStep(old, codeOf(secreto))).json().code).toBe('segundo_factor_vencido')
		expect((await secondStep(`${old}x`, codeOf(secreto))).json().code).toBe('segundo_factor_vencido')
		const ficha = await fichaOf(eva)
		const change = { password: eva.password, new_password: 'otra-clave-muy-larga', codigo: codeOf(secreto) }
		expect((await calls.send('POST', '/api/perfil/clave/', change)).statusCode).toBe(200)
		shop.clock.advanceMinutes(1)
		expect((await secondStep(ficha, codeOf(secreto))).json().code).toBe('segundo_factor_vencido')
	})

	it('ends the sessions opened without it, and is announced by mail', async () => {
		const iris = await aCustomer(shop, 'Iris')
		const other = callsWith(shop, (await logIn(shop, iris.email, iris.password)).access)
		const { calls } = await withApp(iris)
		expect((await other.get('/api/perfil/')).statusCode).toBe(401)
		expect((await calls.get('/api/perfil/')).statusCode).toBe(200)
		const reported = (await mailsTo(iris.email)).filter(
			({ subject }) => subject === 'Cambió el segundo paso de tu cuenta',
		)
		expect(reported).toHaveLength(1)
		await calls.send('DELETE', '/api/perfil/segundo_factor/app/')
		expect((await mailsTo(iris.email)).at(0)?.text).toContain('Se quitó la app de códigos')
		expect((await firstStep(iris)).statusCode).toBe(200)
	})

	it('cannot be computed from the database alone', async () => {
		const olga = await aCustomer(shop, 'Olga')
		const { secreto, codigos } = await withApp(olga)
		const kept = JSON.stringify([
			await shop.database.db.select().from(appsCodigos),
			await shop.database.db.select().from(codigosRecuperacion),
		])
		expect(kept).not.toContain(secreto)
		for (const code of codigos) expect(kept).not.toContain(code)
	})
})

describe('a recovery code', () => {
	it('works once, in any spelling, and its use is announced by mail', async () => {
		const rosa = await aCustomer(shop, 'Rosa')
		const { codigos, calls } = await withApp(rosa)
		const [first = '', second = ''] = codigos
		const typed = first.toLowerCase().replaceAll('-', ' ')
		expect((await secondStep(await fichaOf(rosa), typed)).statusCode).toBe(200)
		expect((await secondStep(await fichaOf(rosa), first)).statusCode).toBe(422)
		expect((await calls.get('/api/perfil/segundo_factor/')).json()).toMatchObject({ app: true, codigos_restantes: 9 })
		expect((await mailsTo(rosa.email)).at(0)?.subject).toBe('Entraste con un código de recuperación')
		const renewed = (await calls.send('POST', '/api/perfil/segundo_factor/codigos/')).json().codigos
		expect((await secondStep(await fichaOf(rosa), second)).statusCode).toBe(422)
		expect((await secondStep(await fichaOf(rosa), renewed[0])).statusCode).toBe(200)
	})
})

describe('a change of the second factor', () => {
	it('requires a proof of identity within ten minutes, with the second factor too', async () => {
		const nora = await aCustomer(shop, 'Nora')
		const { secreto, calls } = await withApp(nora)
		shop.clock.advanceMinutes(11)
		for (const [method, url] of [
			['POST', 'app/'],
			['POST', 'app/confirmar/'],
			['DELETE', 'app/'],
			['POST', 'codigos/'],
		] as const) {
			const body = method === 'POST' ? { codigo: '000000' } : undefined
			const refused = await calls.send(method, `/api/perfil/segundo_factor/${url}`, body)
			expect([url, refused.json().code]).toEqual([url, 'identidad_requerida'])
		}
		const prove = (body: object) => calls.send('POST', '/api/perfil/identidad/', { password: nora.password, ...body })
		expect((await prove({})).json().code).toBe('codigo_incorrecto')
		expect((await prove({ codigo: '000000' })).json().code).toBe('codigo_incorrecto')
		expect((await prove({ codigo: codeOf(secreto) })).statusCode).toBe(200)
		expect((await calls.send('DELETE', '/api/perfil/segundo_factor/app/')).statusCode).toBe(204)
	})
})

describe('a shop that requires a second factor of its staff', () => {
	let strict: TestShop
	const boss = { username: staffLogin.email, password: staffLogin.password }
	const inStrict = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
		strict.app.inject({ method: 'POST', url, payload, remoteAddress })
	let secreto: string
	beforeAll(async () => {
		strict = await openTestShop({ variables: { STAFF_SECOND_FACTOR: 'obligatorio' }, limitScale: 1 })
	})
	afterAll(() => strict.stop())

	it('lets staff into the panel only with one', async () => {
		const calls = callsWith(strict, (await inStrict('/api/token/', boss)).json().access)
		const refused = await calls.get('/api/admin_usuarios/')
		expect([refused.statusCode, refused.json().code]).toEqual([403, 'segundo_factor_obligatorio'])
		expect((await calls.get('/api/perfil/segundo_factor/')).json()).toMatchObject({ obligatorio: true })
		secreto = (await calls.send('POST', '/api/perfil/segundo_factor/app/')).json().secreto
		const codigo = codeOf(secreto, strict.clock.now())
		await calls.send('POST', '/api/perfil/segundo_factor/app/confirmar/', { codigo })
		expect((await calls.get('/api/admin_usuarios/')).statusCode).toBe(200)
	})

	it('rejects every code for a quarter of an hour after ten wrong ones, from any address', async () => {
		strict.clock.advanceMinutes(16)
		const { ficha } = (await inStrict('/api/token/', boss)).json()
		const statuses: number[] = []
		for (let guess = 0; guess < 12; guess++) {
			const body = { ficha, codigo: String(100_000 + guess) }
			statuses.push((await inStrict('/api/token/segundo_factor/', body, `190.0.${guess}.1`)).statusCode)
		}
		expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
		const right = await inStrict('/api/token/segundo_factor/', { ficha, codigo: codeOf(secreto, strict.clock.now()) })
		expect(right.statusCode).toBe(429)
	})
})

describe('staff without their second factor', () => {
	it("are let in again by the operator's command", async () => {
		const lia = await aCustomer(shop, 'Lia')
		const { calls } = await withApp(lia)
		const { db } = shop.database
		const mail = createEnqueueMail(shop.payments.jobs, () => crypto.randomUUID())
		const deps = { db, clock: shop.clock, mail, links: { tokenOf: (id: string) => id }, hooks }
		expect(await resetFactor(deps, lia.email)).toMatchObject({ ok: true })
		expect((await calls.get('/api/perfil/')).statusCode).toBe(401)
		expect((await firstStep(lia)).statusCode).toBe(200)
		expect((await mailsTo(lia.email)).at(0)?.text).toContain('Quien opera la tienda quitó el segundo paso')
		const [account] = await db.select().from(usuarios).where(eq(usuarios.email, lia.email))
		expect(await db.$count(codigosRecuperacion, eq(codigosRecuperacion.usuario_id, account?.id ?? 0))).toBe(0)
		expect((await resetFactor(deps, 'nadie@correo.cl')).ok).toBe(false)
	})
})
