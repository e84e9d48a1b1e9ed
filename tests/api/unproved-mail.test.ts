import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import { createEnqueueMail } from '#shop/server/mail/send-mail.ts'
import { aShop } from '#tests/a-shop.ts'
import { sampleOrder } from '#tests/sample-mails.ts'
import { aCustomer, anOrder, aPlacedOrder, sendOrder, type TestCustomer } from '#tests/shop-helpers.ts'

const typed = 'tu pago fue rechazado llama ya'

const shop = await aShop()
const { results } = (await shop.app.inject('/api/mapas/sugerencias/?q=moneda%20970')).json<{
	results: { lugar_id: string }[]
}>()
const toMoneda: Partial<PlaceOrderRequest> = {
	metodo_pago: 'efectivo',
	tipo_entrega: 'despacho',
	direccion: `Moneda 970, ${typed}`,
	lugar_id: results[0]?.lugar_id ?? '',
}

/** Returns the newest mail to the customer about an order. */
async function mailTo({ email }: TestCustomer) {
	await shop.drainJobs()
	const [mail] = shop.inbox.mails().filter(({ to, subject }) => to === email && subject.includes('Orden'))
	if (!mail) throw new Error(`no mail to ${email}`)
	return mail
}

const readTheMail = async (customer: TestCustomer) => {
	const token = /\/orden\/(\S+)/.exec((await mailTo(customer)).text)?.[1]
	expect((await shop.app.inject(`/api/orden/${token}/`)).statusCode).toBe(200)
}

/** Writes order mails to one customer, 15 at a time, and returns the number stored. */
async function aWriterTo(customer: TestCustomer) {
	const { orden_id } = await aPlacedOrder(shop, customer, toMoneda)
	const { db } = shop.database
	const enqueue = createEnqueueMail({ enqueue: async () => undefined }, () => crypto.randomUUID())
	return {
		write: (name: string, plantilla: 'orden_recibida' | 'pago_confirmado' = 'orden_recibida') =>
			db.transaction(async (tx) => {
				for (let n = 0; n < 15; n += 1) {
					const mail = { plantilla, destinatario: customer.email, datos: sampleOrder, orden_id } as const
					await enqueue(tx, { ...mail, clave: `${name}:${n}:${orden_id}` })
				}
			}),
		written: async () => (await db.select().from(correos).where(eq(correos.destinatario, customer.email))).length,
	}
}

describe('the mail of an order to an unverified address', () => {
	it('contains the address of the map and no typed text until its link is opened', async () => {
		const customer = await aCustomer(shop)
		await aPlacedOrder(shop, customer, toMoneda)
		const first = await mailTo(customer)
		expect(first.text).toContain('Moneda 970, Santiago')
		expect(`${first.text}${first.html}`).not.toContain('rechazado')
		expect(first.text).toContain('Si no lo hiciste tú, no hagas nada')
		await readTheMail(customer)
		await aPlacedOrder(shop, customer, toMoneda)
		const second = await mailTo(customer)
		expect(second.text).toContain(typed)
		expect(second.text).not.toContain('Si no lo hiciste tú')
	})

	it('grants the account no right of a verified address when opened: another person may have registered it', async () => {
		const customer = await aCustomer(shop)
		await aPlacedOrder(shop, customer, toMoneda)
		await readTheMail(customer)
		const [account] = await shop.database.db.select().from(usuarios).where(eq(usuarios.email, customer.email))
		expect(account?.correo_leido_at).not.toBeNull()
		expect(account?.email_verified_at).toBeNull()
	})

	it('is limited per hour; a verified address gets every mail, and mails about money are never limited', async () => {
		const customer = await aCustomer(shop)
		const { write, written } = await aWriterTo(customer)
		await write('antes')
		expect(await written()).toBe(10)
		await write('dinero', 'pago_confirmado')
		expect(await written()).toBe(25)
		await readTheMail(customer)
		await write('despues')
		expect(await written()).toBe(40)
	})

	it('is limited per day too', async () => {
		const customer = await aCustomer(shop)
		const { write, written } = await aWriterTo(customer)
		const age = (hours: number) =>
			shop.database.db
				.update(correos)
				.set({ created_at: sql`now() - make_interval(hours => ${hours})` })
				.where(eq(correos.destinatario, customer.email))
		for (const [name, count] of [
			['primera', 10],
			['segunda', 20],
			['tercera', 20],
		] as const) {
			await write(name)
			expect(await written()).toBe(count)
			await age(2)
		}
		await age(25)
		await write('otro-dia')
		expect(await written()).toBe(30)
	})
})

describe('a web address in an order', () => {
	const link = 'Entra a https://evil.example'

	it.each([
		[
			'POST',
			'/api/register/',
			{ email: 'web@correo.cl', first_name: link, last_name: 'Rojas', password: 'una-clave-segura' },
		],
		[
			'POST',
			'/api/register/',
			{ email: 'web@correo.cl', first_name: 'Ana', last_name: link, password: 'una-clave-segura' },
		],
		['PATCH', '/api/perfil/', { nombre: link }],
		['PATCH', '/api/perfil/', { apellido: 'evil.com' }],
		['PATCH', '/api/perfil/', { direccion: `Moneda 970, ${link}` }],
	] as const)('is rejected with a message by %s %s in %j', async (method, url, payload) => {
		const { access } = await aCustomer(shop)
		const answer = await shop.app.inject({ method, url, headers: { authorization: `Bearer ${access}` }, payload })
		expect(answer.statusCode).toBe(422)
		expect(answer.json()).toMatchObject({ code: 'texto_con_enlace', error: expect.stringContaining('sin sitios web') })
	})

	it('is rejected in the delivery address, and no order is created', async () => {
		const order = anOrder({ ...toMoneda, direccion: `Moneda 970, ${link}` })
		const answer = await sendOrder(shop, await aCustomer(shop), order)
		expect(answer.statusCode).toBe(422)
		expect(answer.json()).toMatchObject({ code: 'texto_con_enlace' })
	})
})
