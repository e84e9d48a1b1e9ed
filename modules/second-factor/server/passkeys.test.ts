import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { maxPasskeys } from '#core/rules/limits.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { llavesAcceso } from '#modules/second-factor/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { aCustomer, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { createVirtualPasskey, type VirtualPasskey } from '#tests/virtual-passkey.ts'

const publicUrl = 'https://tienda.example'
const base = '/api/perfil/segundo_factor/llaves/'

const shop = await aShop({ publicUrl })
const boss = await theBoss(shop)

const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url, payload })
const outcome = (answer: { statusCode: number; json(): { code?: string } }) =>
	answer.statusCode === 200 ? 200 : answer.json().code

async function mailsTo(email: string) {
	await shop.drainJobs()
	return shop.inbox.mails().filter(({ to }) => to === email)
}

/** The WebAuthn options for a logged-in user's browser. */
const requestOptions = async (calls: StaffCalls, url: string) => (await calls.send('POST', url)).json()

/** Adds a passkey to an account. */
async function withPasskey(person: TestCustomer, slips = {}) {
	const calls = callsWith(shop, person.access)
	const passkey = createVirtualPasskey(publicUrl)
	const added = await calls.send('POST', base, passkey.register(await requestOptions(calls, `${base}opciones/`), slips))
	expect(outcome(added)).toBe(200)
	return { calls, passkey, codigos: added.json().codigos as string[] }
}

/** Sends the right password; returns the challenge and the WebAuthn options. */
async function firstStep({ email, password }: { email: string; password: string }) {
	const answer = await post('/api/token/', { username: email, password })
	const { code, ficha, metodos } = answer.json()
	expect([answer.statusCode, code]).toEqual([401, 'segundo_factor_requerido'])
	const options = await post('/api/token/segundo_factor/llave/', { ficha })
	return { ficha: ficha as string, metodos, options: options.json() }
}

const secondStep = (ficha: string, llave: object) => post('/api/token/segundo_factor/', { ficha, llave })

async function logInWith(person: TestCustomer, passkey: VirtualPasskey, slips = {}) {
	const { ficha, options } = await firstStep(person)
	return await secondStep(ficha, passkey.show(options, slips))
}

describe('a passkey', () => {
	it('is added, completes a login after the password, and is announced by mail and in the security trail', async () => {
		const ana = await aCustomer(shop, 'Ana')
		const { calls, passkey, codigos } = await withPasskey(ana)
		expect(codigos).toHaveLength(10)
		expect((await calls.get('/api/perfil/')).json()).toMatchObject({ tiene_segundo_factor: true, tiene_llave: true })
		const { ficha, metodos, options } = await firstStep(ana)
		expect(metodos).toEqual(['llave'])
		expect(options.opciones).toMatchObject({
			rpId: 'tienda.example',
			userVerification: 'required',
			allowCredentials: [{ id: passkey.id }],
		})
		expect((await secondStep(ficha, passkey.show(options))).statusCode).toBe(200)
		const { llaves, codigos_restantes } = (await calls.get('/api/perfil/segundo_factor/')).json()
		expect(codigos_restantes).toBe(10)
		expect(llaves).toMatchObject([{ id: passkey.id, sincronizada: false, used_at: expect.any(String) }])
		expect((await mailsTo(ana.email)).map(({ text }) => text).join()).toContain('Agregaste una llave de acceso')
		const trail = (await boss.get(`/api/admin_seguridad/?${new URLSearchParams({ cuenta: ana.email })}`)).json().results
		expect(trail.map(({ tipo, detalle }: { tipo: string; detalle: string }) => `${tipo} ${detalle}`)).toEqual(
			expect.arrayContaining(['segundo_factor_agregado llave', 'inicio_sesion llave']),
		)
	})

	it('is requested only where the account has one, and not created twice on one device', async () => {
		const elsa = await aCustomer(shop, 'Elsa')
		const { calls, passkey } = await withPasskey(elsa)
		const { opciones } = await requestOptions(calls, `${base}opciones/`)
		expect(opciones).toMatchObject({
			rp: { id: 'tienda.example' },
			authenticatorSelection: { userVerification: 'required' },
			excludeCredentials: [{ id: passkey.id, transports: ['internal'] }],
		})
		const none = await aCustomer(shop, 'Nadia')
		expect((await callsWith(shop, none.access).send('POST', '/api/perfil/identidad/llave/')).statusCode).toBe(404)
	})

	it('works at this shop alone, for its owner, and with a challenge of its own, once', async () => {
		const eva = await aCustomer(shop, 'Eva')
		const { calls, passkey } = await withPasskey(eva)
		for (const slips of [
			{ origin: 'https://tienda.example.malo.cl' },
			{ origin: 'http://tienda.example' },
			{ rpId: 'malo.cl' },
			{ isUnverified: true },
			{ type: 'webauthn.create' },
			{ isCopyable: true },
		]) {
			expect([slips, outcome(await logInWith(eva, passkey, slips))]).toEqual([slips, 'llave_invalida'])
		}
		const { ficha, options } = await firstStep(eva)
		const shown = passkey.show(options)
		const atOnce = await Promise.all([secondStep(ficha, shown), secondStep(ficha, shown)])
		expect(atOnce.map(outcome).toSorted()).toEqual([200, 'llave_invalida'])
		// A wrong answer uses the challenge up too.
		const again = await firstStep(eva)
		expect(outcome(await secondStep(again.ficha, passkey.show(again.options, { isUnverified: true })))).toBe(
			'llave_invalida',
		)
		expect(outcome(await secondStep(again.ficha, passkey.show(again.options)))).toBe('llave_invalida')
		// Challenges for a proof of identity, for adding a passkey or of another account do not complete a login either.
		const other = await aCustomer(shop, 'Otra')
		const theirs = await withPasskey(other)
		for (const options of [
			await requestOptions(calls, '/api/perfil/identidad/llave/'),
			await requestOptions(calls, `${base}opciones/`),
			(await firstStep(other)).options,
		]) {
			expect(outcome(await secondStep(again.ficha, passkey.show(options)))).toBe('llave_invalida')
		}
		const last = await firstStep(eva)
		expect(outcome(await secondStep(last.ficha, theirs.passkey.show(last.options)))).toBe('llave_invalida')
		shop.clock.advanceMinutes(4)
		const late = await firstStep(eva)
		shop.clock.advanceMinutes(6)
		expect(outcome(await secondStep(late.ficha, passkey.show(late.options)))).toBe('segundo_factor_vencido')
	})

	it('is rejected when its counter decreases, as that of a copy does', async () => {
		const ines = await aCustomer(shop, 'Ines')
		const { passkey } = await withPasskey(ines)
		expect(outcome(await logInWith(ines, passkey, { counter: 40 }))).toBe(200)
		expect(outcome(await logInWith(ines, passkey, { counter: 40 }))).toBe('llave_invalida')
		expect(outcome(await logInWith(ines, passkey, { counter: 12 }))).toBe('llave_invalida')
		expect(outcome(await logInWith(ines, passkey, { counter: 41 }))).toBe(200)
	})

	it('is marked as synced when its maker copies it to other devices, and then needs no counter', async () => {
		const olga = await aCustomer(shop, 'Olga')
		const copyable = { isCopyable: true, counter: 0 }
		const { calls, passkey } = await withPasskey(olga, copyable)
		for (let login = 0; login < 2; login++) expect(outcome(await logInWith(olga, passkey, copyable))).toBe(200)
		expect((await calls.get('/api/perfil/segundo_factor/')).json().llaves).toMatchObject([{ sincronizada: true }])
		expect(outcome(await logInWith(olga, passkey, { counter: 0 }))).toBe('llave_invalida')
	})

	it('is not added to a second account, or with an answer that does not match', async () => {
		const rosa = await aCustomer(shop, 'Rosa')
		const { passkey } = await withPasskey(rosa)
		const thief = callsWith(shop, (await aCustomer(shop, 'Ladron')).access)
		const options = () => requestOptions(thief, `${base}opciones/`)
		const add = async (body: object) => outcome(await thief.send('POST', base, body))
		expect(await add(passkey.register(await options()))).toBe('llave_repetida')
		expect((await thief.send('DELETE', `${base}${passkey.id}/`)).statusCode).toBe(404)
		const fresh = createVirtualPasskey(publicUrl)
		for (const slips of [
			{ origin: 'https://malo.cl' },
			{ rpId: 'malo.cl' },
			{ isUnverified: true },
			{ type: 'webauthn.get' },
		]) {
			expect([slips, await add(fresh.register(await options(), slips))]).toEqual([slips, 'llave_invalida'])
		}
		const once = fresh.register(await options())
		const rosas = callsWith(shop, (await logInWith(rosa, passkey)).json().access)
		expect(await add(fresh.register(await requestOptions(rosas, `${base}opciones/`)))).toBe('llave_invalida')
		expect(await add(once)).toBe(200)
		expect(await add(once)).toBe('llave_invalida')
	})

	it('is rejected as the eleventh of an account', async () => {
		const alma = await aCustomer(shop, 'Alma')
		const { calls } = await withPasskey(alma)
		const [one] = await shop.database.db.select().from(llavesAcceso).limit(1)
		if (!one) throw new Error('no passkey')
		const [{ id: usuario_id } = { id: 0 }] = await shop.database.db
			.select({ id: usuarios.id })
			.from(usuarios)
			.where(eq(usuarios.email, alma.email))
		const more = Array.from({ length: maxPasskeys - 1 }, (_, at) => ({ ...one, id: `AAAA${at}`, usuario_id }))
		await shop.database.db.insert(llavesAcceso).values(more)
		const eleventh = createVirtualPasskey(publicUrl).register(await requestOptions(calls, `${base}opciones/`))
		expect(outcome(await calls.send('POST', base, eleventh))).toBe('llaves_de_mas')
	})

	it('is removed, and with the last one the recovery codes', async () => {
		const luz = await aCustomer(shop, 'Luz')
		const { calls, passkey, codigos } = await withPasskey(luz)
		const second = createVirtualPasskey(publicUrl)
		const added = await calls.send('POST', base, second.register(await requestOptions(calls, `${base}opciones/`)))
		expect(added.json().codigos).toEqual([])
		expect((await calls.send('DELETE', `${base}${passkey.id}/`)).statusCode).toBe(204)
		expect(outcome(await logInWith(luz, passkey))).toBe('llave_invalida')
		const { ficha } = await firstStep(luz)
		expect((await post('/api/token/segundo_factor/', { ficha, codigo: codigos[0] })).statusCode).toBe(200)
		expect((await calls.send('DELETE', `${base}${second.id}/`)).statusCode).toBe(204)
		expect((await mailsTo(luz.email)).at(0)?.text).toContain('Se quitó una llave de acceso')
		expect((await post('/api/token/', { username: luz.email, password: luz.password })).statusCode).toBe(200)
		expect((await calls.get('/api/perfil/segundo_factor/')).json()).toMatchObject({ llaves: [], codigos_restantes: 0 })
	})
})

describe('a proof of identity by passkey', () => {
	it('succeeds without a password, in this session only', async () => {
		const nora = await aCustomer(shop, 'Nora')
		const { calls, passkey } = await withPasskey(nora)
		const elsewhere = callsWith(shop, (await logInWith(nora, passkey)).json().access)
		shop.clock.advanceMinutes(11)
		for (const [method, url] of [
			['POST', base],
			['POST', `${base}opciones/`],
			['DELETE', `${base}${passkey.id}/`],
		] as const) {
			const body = method === 'POST' ? passkey.register({ opciones: { challenge: '' }, reto: '' }) : undefined
			expect([url, outcome(await calls.send(method, url, body))]).toEqual([url, 'identidad_requerida'])
		}
		const prove = async (body: object) => outcome(await calls.send('POST', '/api/perfil/identidad/', body))
		const options = () => requestOptions(calls, '/api/perfil/identidad/llave/')
		const others = await requestOptions(elsewhere, '/api/perfil/identidad/llave/')
		expect(await prove({ llave: passkey.show(others) })).toBe('llave_invalida')
		expect(await prove({ llave: passkey.show((await firstStep(nora)).options) })).toBe('llave_invalida')
		expect(await prove({ llave: passkey.show(await options(), { isUnverified: true }) })).toBe('llave_invalida')
		expect(await prove({ password: nora.password })).toBe('codigo_incorrecto')
		expect(await prove({ llave: passkey.show(await options()) })).toBe(200)
		expect((await calls.send('DELETE', `${base}${passkey.id}/`)).statusCode).toBe(204)
	})
})

describe('a shop that requires a second factor of its staff', () => {
	it('accepts a passkey as one', async () => {
		const strict = await openTestShop({ publicUrl, variables: { STAFF_SECOND_FACTOR: 'obligatorio' } })
		try {
			const calls = await theBoss(strict)
			expect((await calls.get('/api/admin_usuarios/')).statusCode).toBe(403)
			const passkey = createVirtualPasskey(publicUrl)
			await calls.send('POST', base, passkey.register(await requestOptions(calls, `${base}opciones/`)))
			expect((await calls.get('/api/admin_usuarios/')).statusCode).toBe(200)
		} finally {
			await strict.stop()
		}
	})
})
