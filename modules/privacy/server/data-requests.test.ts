import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { maxOpenRequests } from '#core/rules/limits.ts'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { correos } from '#modules/orders/tables.ts'
import type { OwnRequest, StaffRequest } from '#modules/privacy/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, type TestCustomer } from '#tests/shop-helpers.ts'
import { aClerk, callsWith } from '#tests/staff-helpers.ts'

const shop = await aShop()
let clerk = await aClerk(shop)

const ask = (customer: TestCustomer, derecho: string, texto = '') =>
	callsWith(shop, customer.access).send('POST', '/api/perfil/solicitudes/', { derecho, texto })
const own = async (customer: TestCustomer) =>
	(await callsWith(shop, customer.access).get('/api/perfil/solicitudes/')).json<{ results: OwnRequest[] }>().results
const listed = async () => (await clerk.get('/api/admin_solicitudes/')).json<{ results: StaffRequest[] }>().results
const listedOf = async (email: string) => (await listed()).filter((one) => one.email === email)
const note = (change: object) =>
	clerk.send('POST', '/api/admin_solicitudes/', {
		nombre: 'Rosa Vidal',
		email: 'rosa@correo.cl',
		derecho: 'supresion',
		recibida: dayIn(shop.clock.now()),
		texto: '',
		...change,
	})
const answer = (id: number, respuesta = 'Listo, lo hicimos.') =>
	clerk.send('POST', `/api/admin_solicitudes/${id}/responder/`, { respuesta })
const mailsTo = async (email: string, plantilla = '') =>
	(await shop.database.db.select().from(correos).where(eq(correos.destinatario, email))).filter((one) =>
		one.plantilla.startsWith(`solicitud_${plantilla}`),
	)
const actionsOn = async (id: number) =>
	(await clerk.get(`/api/admin_auditoria/?tipo=solicitud&id=${id}`))
		.json<{ results: { accion: string }[] }>()
		.results.map(({ accion }) => accion)
async function runDailyJob() {
	await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'limpiar', {}))
	await shop.drainJobs()
}
const dayAt = (days: number) => daysLater(dayIn(shop.clock.now()), days)

describe('a request of a customer', () => {
	it('is due 15 calendar days later, and mailed to the customer and to staff', async () => {
		const ana = await aCustomer(shop, 'Ana')
		const sent = await ask(ana, 'rectificacion', 'Mi apellido es Soto.')
		expect(sent.json()).toMatchObject({
			recibida: dayAt(0),
			responder_hasta: dayAt(15),
			respondida_at: null,
			respuesta: null,
		})
		expect(await own(ana)).toEqual([sent.json()])
		expect((await mailsTo(ana.email)).map(({ datos }) => datos)).toEqual([
			{ nombre: 'Ana', derecho: 'rectificacion', responder_hasta: dayAt(15) },
		])
		const toStaff = await mailsTo(staffLogin.email)
		expect(toStaff).toHaveLength(1)
		expect(JSON.stringify(toStaff[0]?.datos)).not.toMatch(/ana|Soto/i)
		expect(await actionsOn(sent.json().id)).toEqual(['solicitud_recibida'])
	})

	it('counts in the days of Santiago', async () => {
		const utcDay = () => shop.clock.now().toISOString().slice(0, 10)
		while (utcDay() === dayAt(0)) shop.clock.advanceMinutes(60)
		clerk = await aClerk(shop)
		const eva = await aCustomer(shop, 'Eva')
		expect((await ask(eva, 'acceso')).json()).toMatchObject({
			recibida: daysLater(utcDay(), -1),
			responder_hasta: dayAt(15),
		})
	})

	it('is one, however often the form is sent', async () => {
		const bea = await aCustomer(shop, 'Bea')
		const answers = await Promise.all([1, 2, 3].map(() => ask(bea, 'acceso', 'Todo')))
		expect(new Set(answers.map((one) => one.json().id)).size).toBe(1)
		expect(await own(bea)).toHaveLength(1)
		expect(await mailsTo(bea.email)).toHaveLength(1)
	})

	it('may be followed by others up to a bound, and by the same one once it is answered', async () => {
		const caro = await aCustomer(shop, 'Caro')
		for (let n = 0; n < maxOpenRequests; n += 1) expect((await ask(caro, 'acceso', `${n}`)).statusCode).toBe(200)
		expect((await ask(caro, 'acceso', 'otra')).json()).toMatchObject({ code: 'solicitudes_de_mas' })
		expect(await own(caro)).toHaveLength(maxOpenRequests)
		const [last] = await own(caro)
		await answer(last?.id ?? 0)
		expect((await ask(caro, 'acceso', last?.texto)).statusCode).toBe(200)
	})

	it('is seen by its own customer alone, and refused without a session, too long, or of an unknown right', async () => {
		const [dora, elsa] = [await aCustomer(shop, 'Dora'), await aCustomer(shop, 'Elsa')]
		await ask(dora, 'oposicion')
		expect(await own(elsa)).toEqual([])
		expect((await ask({ ...dora, access: 'x' }, 'acceso')).statusCode).toBe(401)
		expect((await ask(dora, 'otra')).statusCode).toBe(400)
		expect((await ask(dora, 'acceso', 'a'.repeat(2001))).statusCode).toBe(400)
		expect((await callsWith(shop, dora.access).get('/api/admin_solicitudes/')).statusCode).toBe(403)
	})
})

describe('an answer', () => {
	it('is mailed and kept once, with who gave it', async () => {
		const fran = await aCustomer(shop, 'Fran')
		const { id } = (await ask(fran, 'acceso')).json()
		expect((await answer(id, 'Tenemos esto.\nY esto.')).json()).toMatchObject({
			faltan: null,
			respondida_por: expect.stringContaining('ines'),
			respuesta: 'Tenemos esto.\nY esto.',
		})
		expect((await answer(id, 'Tenemos esto.\nY esto.')).statusCode).toBe(200)
		expect((await answer(id, 'Otra cosa.')).json().code).toBe('accion_no_corresponde')
		expect(await mailsTo(fran.email, 'respondida')).toHaveLength(1)
		await shop.drainJobs()
		const mail = shop.inbox.mails().find((one) => one.to.includes(fran.email) && /Respondimos/.test(one.subject))
		expect(mail?.text).toContain('Y esto.')
		expect((await own(fran))[0]).toMatchObject({ respuesta: 'Tenemos esto.\nY esto.' })
		expect(await actionsOn(id)).toEqual(['solicitud_respondida', 'solicitud_recibida'])
		expect((await answer(9_999_999)).statusCode).toBe(404)
		expect((await answer(id, ' ')).statusCode).toBe(400)
	})
})

describe('a request noted by staff', () => {
	it('is due from the day on which it arrived, and belongs to the account with its address', async () => {
		const gina = await aCustomer(shop, 'Gina')
		const noted = await note({ email: gina.email.toUpperCase(), recibida: dayAt(-12) })
		expect(noted.json()).toMatchObject({ email: gina.email, faltan: 3, responder_hasta: dayAt(3) })
		expect(noted.json().cuenta).toMatchObject({ bloqueada: false })
		expect(await own(gina)).toHaveLength(1)
		expect((await note({})).json()).toMatchObject({ cuenta: null, faltan: 15 })
		expect((await note({})).statusCode).toBe(200)
		expect(await listedOf('rosa@correo.cl')).toHaveLength(1)
	})

	it('is refused with a wrong address, or a day to come', async () => {
		expect((await note({ email: 'rosa' })).json()).toMatchObject({ code: 'correo_invalido', campo: 'email' })
		expect((await note({ recibida: dayAt(1) })).json()).toMatchObject({ code: 'valor_invalido', campo: 'recibida' })
	})
})

describe('the list of requests', () => {
	it('has the open ones first by their due day, then the answered ones', async () => {
		const rows = await listed()
		const open = rows.filter(({ faltan }) => faltan !== null)
		expect(rows.slice(0, open.length)).toEqual(open)
		const days = open.map(({ responder_hasta }) => responder_hasta)
		expect(days).toEqual(days.toSorted())
		expect(rows.length).toBeGreaterThan(open.length)
	})
})

describe('a request that is due soon', () => {
	it('is a row of the first screen, and mailed to staff once', async () => {
		const email = 'vence@correo.cl'
		const rows = async () =>
			(await clerk.get('/api/admin_hoy/'))
				.json<{ esperan: { clave: string; cantidad: number; hasta: string }[] }>()
				.esperan.filter(({ clave }) => clave === 'solicitudes')
		const { id } = (await note({ email, recibida: dayAt(-9) })).json()
		const near = async () => (await listed()).filter(({ faltan }) => faltan !== null && faltan <= 5)
		const before = (await near()).length
		expect((await listedOf(email))[0]).toMatchObject({ faltan: 6 })
		expect((await rows())[0]?.cantidad ?? 0).toBe(before)

		const mails = async () =>
			(await mailsTo(staffLogin.email, 'staff')).filter(({ clave }) => clave.startsWith(`solicitud_por_vencer:${id}:`))
		await runDailyJob()
		expect(await mails()).toEqual([])
		shop.clock.advanceMinutes(24 * 60)
		clerk = await aClerk(shop)
		const [row] = await rows()
		expect(row?.cantidad).toBe((await near()).length)
		expect(dayIn(new Date(row?.hasta ?? ''))).toBe((await listed())[0]?.responder_hasta)
		await runDailyJob()
		await runDailyJob()
		expect(await mails()).toHaveLength(1)

		shop.clock.advanceMinutes(7 * 24 * 60)
		clerk = await aClerk(shop)
		expect((await listedOf(email))[0]).toMatchObject({ faltan: -2 })
		expect((await rows())[0]?.cantidad).toBe((await near()).length)
		await runDailyJob()
		expect(await mails()).toHaveLength(1)
	})
})

describe('the data of requests', () => {
	it('are in the copy of the customer, and leave only right and days after the account', async () => {
		const hilda = await aCustomer(shop, 'Hilda')
		const calls = callsWith(shop, hilda.access)
		const first = (await ask(hilda, 'acceso', 'Mi secreto')).json()
		await answer(first.id, 'Otro secreto')
		const second = (await ask(hilda, 'supresion', 'Bórrenme')).json()
		const copy = (await calls.get('/api/perfil/datos/')).json()
		expect(copy.solicitudes_de_datos).toMatchObject([
			{ derecho: 'supresion', texto: 'Bórrenme' },
			{ derecho: 'acceso', texto: 'Mi secreto', respuesta: 'Otro secreto' },
		])
		const deleted = await calls.send('POST', '/api/perfil/eliminar/', { password: hilda.password })
		expect(deleted.statusCode).toBe(204)
		const rows = (await listed()).filter(({ id }) => id === first.id || id === second.id)
		for (const row of rows) expect(row).toMatchObject({ nombre: '', email: '', texto: '', faltan: null, cuenta: null })
		expect(rows.map(({ derecho }) => derecho).toSorted()).toEqual(['acceso', 'supresion'])
		const kept = await shop.database.db.select().from(correos)
		expect(JSON.stringify(kept)).not.toMatch(/secreto|Hilda/)
	})

	it('are deleted a year after the answer, with what their mails said', async () => {
		const [ivo, juan] = ['ivo@correo.cl', 'juan@correo.cl']
		const { id } = (await note({ email: ivo })).json()
		await answer(id, 'Fue así.')
		await note({ email: juan })
		shop.clock.advanceMinutes(364 * 24 * 60)
		await runDailyJob()
		clerk = await aClerk(shop)
		expect(await listedOf(ivo)).toHaveLength(1)
		shop.clock.advanceMinutes(2 * 24 * 60)
		await runDailyJob()
		clerk = await aClerk(shop)
		expect(await listedOf(ivo)).toEqual([])
		expect(await mailsTo(ivo)).toEqual([])
		expect(await listedOf(juan)).toHaveLength(1)
	})
})
