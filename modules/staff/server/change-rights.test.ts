import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, logIn } from '#tests/shop-helpers.ts'
import { callsWith, proveAddress, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { createVirtualPasskey } from '#tests/virtual-passkey.ts'

const shop = await aShop()
let boss = await theBoss(shop)

async function rowOf(email: string) {
	const [row] = await shop.database.db.select().from(usuarios).where(eq(usuarios.email, email))
	if (!row) throw new Error(`no account ${email}`)
	return row
}

const urlOf = async (email: string) => `/api/admin_usuarios/${(await rowOf(email)).id}/`

async function setFlag(calls: StaffCalls, email: string, payload: object) {
	return await calls.send('PUT', await urlOf(email), payload)
}

/** A colleague of the boss whose address is proved. */
async function aClerk(name: string) {
	const clerk = await aCustomer(shop, name)
	await proveAddress(shop, clerk.email)
	expect((await setFlag(boss, clerk.email, { is_staff: true })).statusCode).toBe(200)
	return { ...clerk, calls: callsWith(shop, clerk.access) }
}

async function mailsTo(email: string) {
	await shop.drainJobs()
	return shop.inbox.mails().filter(({ to }) => to === email)
}

/** Sets a password by the link mailed with new rights. */
async function chooseByMail(email: string, new_password: string): Promise<void> {
	const [mail] = (await mailsTo(email)).filter(({ subject }) => subject === 'Te dieron acceso al panel')
	const [, uid, token] = /\/reset-password\/([\w-]+)\/([\w-]+)/.exec(mail?.text ?? '') ?? []
	const payload = { uid, token, new_password }
	const chosen = await shop.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm/', payload })
	expect(chosen.statusCode).toBe(200)
}

describe('the rights of an account', () => {
	it('are changed by every staff account', async () => {
		const [ines, carla] = [await aClerk('Ines'), await aCustomer(shop, 'Carla')]
		const flag = async (email: string, payload: object) => (await setFlag(ines.calls, email, payload)).json()
		expect(await flag(ines.email, { is_superuser: true })).toMatchObject({ is_superuser: true })
		expect(await flag(carla.email, { is_staff: true })).toMatchObject({ is_staff: true })
		expect(await flag(carla.email, { is_staff: false })).toMatchObject({ is_staff: false })
		expect(await flag(staffLogin.email, { is_superuser: false })).toMatchObject({ is_superuser: false })
		expect(await flag(staffLogin.email, { is_superuser: true })).toMatchObject({ is_superuser: true })
		expect(await flag(carla.email, { email: 'x@y.cl' })).toMatchObject({ code: 'campo_no_editable' })
		expect(await flag(carla.email, { is_active: 'no' })).toMatchObject({ code: 'campos_invalidos' })
		expect(await flag(carla.email, { is_active: false })).toMatchObject({ is_active: false, version: 4 })
		expect((await callsWith(shop, carla.access).get('/api/perfil/')).statusCode).toBe(401)
		await flag(carla.email, { is_active: true })
		expect((await callsWith(shop, carla.access).get('/api/perfil/')).statusCode).toBe(401)
		const nobody = await ines.calls.send('PUT', '/api/admin_usuarios/9999999/', { is_active: false })
		expect(nobody.json()).toMatchObject({ code: 'usuario_desconocido' })
	})

	it('are logged, and mailed to all staff and to the account, once per change', async () => {
		const [sofia, luisa] = [await aClerk('Sofia'), await aClerk('Luisa')]
		await setFlag(sofia.calls, luisa.email, { is_superuser: true })
		await setFlag(sofia.calls, luisa.email, { is_superuser: true })
		const { results } = (
			await boss.get(`/api/admin_auditoria/?tipo=usuario&id=${(await rowOf(luisa.email)).id}`)
		).json()
		expect(results[0]).toMatchObject({
			usuario: sofia.email,
			campo: 'is_superuser',
			antes: 'false',
			despues: 'true',
		})
		for (const email of [staffLogin.email, sofia.email]) {
			const about = (await mailsTo(email)).filter(({ subject, text }) => `${subject}${text}`.includes(luisa.email))
			expect(about.filter(({ text }) => text.includes('Superuser: sí')).length).toBe(1)
			expect(about[0]?.text).toContain(sofia.email)
		}
		const own = (await mailsTo(luisa.email)).filter(({ text }) => text.includes('Superuser: sí'))
		expect(own.map(({ subject }) => subject)).toEqual(['Cambiaron los permisos de tu cuenta'])
	})

	it('never leave the shop without an account for the panel, not even after two changes at once', async () => {
		for (const { email } of (await boss.get('/api/admin_usuarios/?staff=true&page_size=100')).json().results) {
			if (email !== staffLogin.email) await setFlag(boss, email, { is_staff: false })
		}
		// Pending rights admit no account, so they do not count.
		const paz = await aCustomer(shop, 'Paz')
		await setFlag(boss, paz.email, { is_staff: true })
		for (const payload of [{ is_staff: false }, { is_active: false }]) {
			const answer = await setFlag(boss, staffLogin.email, payload)
			expect([answer.statusCode, answer.json().code]).toEqual([409, 'ultimo_staff'])
		}
		const marta = await aClerk('Marta')
		const answers = await Promise.all([
			setFlag(boss, marta.email, { is_staff: false }),
			setFlag(marta.calls, staffLogin.email, { is_staff: false }),
		])
		expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
		const rest = [await boss.get('/api/admin_usuarios/'), await marta.calls.get('/api/admin_usuarios/')]
		expect(rest.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
		await shop.database.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, staffLogin.email))
	})
})

describe('rights given to an unproved address', () => {
	it('are granted once its owner has set a password by the mailed link, and earlier sessions end', async () => {
		const early = await aCustomer(shop, 'Rosa')
		const calls = callsWith(shop, early.access)
		const given = (await setFlag(boss, early.email, { is_staff: true })).json()
		expect(given).toMatchObject({ is_staff: true, derechos_en_espera: true })
		expect((await calls.get('/api/admin_usuarios/')).statusCode).toBe(403)
		expect((await calls.get('/api/perfil/')).json()).toMatchObject({ is_staff: false, is_superuser: false })
		// The first registrant of the address logs in again, with the same result.
		const session = await logIn(shop, early.email, early.password)
		expect((await callsWith(shop, session.access).get('/api/admin_usuarios/')).statusCode).toBe(403)

		shop.clock.advanceMinutes(6 * 24 * 60)
		await chooseByMail(early.email, 'la-clave-de-la-dueña')
		// Its access token has expired; the session itself could still be renewed.
		const payload = { refresh: session.refresh }
		const renewed = await shop.app.inject({ method: 'POST', url: '/api/token/refresh/', payload })
		expect(renewed.statusCode).toBe(401)
		const owner = callsWith(shop, (await logIn(shop, early.email, 'la-clave-de-la-dueña')).access)
		expect((await owner.get('/api/admin_usuarios/')).statusCode).toBe(200)
		boss = await theBoss(shop)
	})

	it('delete a second factor added before, which would lock the owner out', async () => {
		const early = await aCustomer(shop, 'Sara')
		const calls = callsWith(shop, early.access)
		const llaves = '/api/perfil/segundo_factor/llaves/'
		const options = (await calls.send('POST', `${llaves}opciones/`)).json()
		const added = await calls.send('POST', llaves, createVirtualPasskey(shop.env.publicUrl).register(options))
		expect(added.statusCode).toBe(200)
		await setFlag(boss, early.email, { is_staff: true })
		await chooseByMail(early.email, 'la-clave-de-la-dueña')
		const owner = callsWith(shop, (await logIn(shop, early.email, 'la-clave-de-la-dueña')).access)
		expect((await owner.get('/api/perfil/segundo_factor/')).json()).toMatchObject({ llaves: [], codigos_restantes: 0 })
	})

	it('are shown to staff as pending', async () => {
		const rita = await aCustomer(shop, 'Rita')
		await setFlag(boss, rita.email, { is_staff: true })
		const sent = (await mailsTo(staffLogin.email)).filter(({ subject }) => subject.includes(rita.email))
		expect(sent[0]?.text).toContain('Valen cuando su dueño abra el enlace')
	})
})

describe('a fresh proof of identity', () => {
	it('is needed for rights ten minutes after the login, and the password gives it to that session alone', async () => {
		const nora = await aCustomer(shop, 'Nora')
		const other = await theBoss(shop)
		shop.clock.advanceMinutes(11)
		const refused = await setFlag(boss, nora.email, { is_active: false })
		expect([refused.statusCode, refused.json().code]).toEqual([403, 'identidad_requerida'])
		expect((await rowOf(nora.email)).is_active).toBe(true)

		const wrong = await boss.send('POST', '/api/perfil/identidad/', { password: 'otra-clave' })
		expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'clave_incorrecta'])
		expect((await setFlag(boss, nora.email, { is_active: false })).statusCode).toBe(403)
		const proved = await boss.send('POST', '/api/perfil/identidad/', { password: staffLogin.password })
		expect(proved.statusCode).toBe(200)
		expect(new Date(proved.json().vigente_hasta).getTime() - shop.clock.now().getTime()).toBeGreaterThan(590_000)
		expect((await setFlag(boss, nora.email, { is_active: false })).statusCode).toBe(200)
		expect((await setFlag(other, nora.email, { is_active: true })).json().code).toBe('identidad_requerida')
		expect((await shop.app.inject({ method: 'POST', url: '/api/perfil/identidad/', payload: {} })).statusCode).toBe(401)
	})

	it('is not made by renewing the tokens', async () => {
		const nora = await aCustomer(shop, 'Norma')
		const { refresh } = await logIn(shop, staffLogin.email, staffLogin.password)
		shop.clock.advanceMinutes(11)
		const renewed = await shop.app.inject({ method: 'POST', url: '/api/token/refresh/', payload: { refresh } })
		const calls = callsWith(shop, renewed.json().access)
		expect((await setFlag(calls, nora.email, { is_staff: true })).json().code).toBe('identidad_requerida')
		expect((await calls.get('/api/admin_usuarios/')).statusCode).toBe(200)
	})
})
