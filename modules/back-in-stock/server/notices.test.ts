import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { limitRules } from '#core/contract/limit-rules.ts'
import { retentionDays } from '#core/rules/retention.ts'
import { consentText, consentVersion } from '#modules/back-in-stock/consent.ts'
import { maxUnconfirmed } from '#modules/back-in-stock/server/ask-notice.ts'
import { purgeStockNotices } from '#modules/back-in-stock/server/person-notices.ts'
import { sendNotices } from '#modules/back-in-stock/server/send-notices.ts'
import { avisosStock } from '#modules/back-in-stock/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import { correos, movimientosStock } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine } from '#tests/shop-helpers.ts'
import { proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const { db } = shop.database

const someone = () => `ana.${randomUUID().slice(0, 8)}@correo.cl`

const post = (url: string, payload?: object, headers = {}) =>
	shop.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })

const ask = (correo: string, color = 'Rosado', consentimiento = consentVersion) =>
	post('/api/avisos_stock/', { color, correo, consentimiento })

/** Moves a colour's stock by the ledger, `minutesAgo`. */
async function moveStock(color: string, cantidad: number, minutesAgo = 60): Promise<void> {
	const [product] = await db
		.update(productos)
		.set({ stock: sql`${productos.stock} + ${cantidad}` })
		.where(eq(productos.color, color))
		.returning()
	if (!product) throw new Error(`no ${color}`)
	const created_at = new Date(shop.clock.now().getTime() - minutesAgo * 60_000)
	await db.insert(movimientosStock).values({ producto_id: product.id, cantidad, motivo: 'ajuste', created_at })
}

async function emptyStock(color = 'Rosado'): Promise<void> {
	const [product] = await db.select().from(productos).where(eq(productos.color, color))
	if (product && product.stock > 0) await moveStock(color, -product.stock)
}

async function mailsTo(correo: string) {
	await shop.retryJobs()
	return shop.inbox.mails().filter(({ to }) => to === correo)
}

const rowsOf = (correo: string) => db.select().from(avisosStock).where(eq(avisosStock.correo, correo))

async function linkIn(correo: string, path: RegExp): Promise<string> {
	const found = (await mailsTo(correo)).map(({ text }) => path.exec(text)?.[1]).find(Boolean)
	if (!found) throw new Error(`no link ${path} to ${correo}`)
	return found
}
const confirmToken = (correo: string) => linkIn(correo, /\/aviso\/confirmar\/(\S+)/)
const stopToken = (correo: string) => linkIn(correo, /\/aviso\/parar\/(\S+)/)

async function aWaitingPerson(color = 'Rosado'): Promise<string> {
	const correo = someone()
	expect((await ask(correo, color)).statusCode).toBe(200)
	expect((await post(`/api/avisos_stock/confirmar/${await confirmToken(correo)}/`)).json()).toEqual({ color })
	return correo
}

const arrivals = async (correo: string) => (await mailsTo(correo)).filter(({ subject }) => subject.startsWith('Llegó'))

beforeEach(async () => {
	await db.delete(avisosStock)
	await emptyStock()
})

describe('askNotice', () => {
	it('stores the text that was agreed to, and mails a link to confirm', async () => {
		const correo = someone()
		const answer = await ask(`  ${correo.toUpperCase()} `)
		expect([answer.statusCode, answer.json()]).toEqual([
			200,
			{ mensaje: expect.stringContaining('te enviamos un enlace') },
		])
		expect(await rowsOf(correo)).toMatchObject([
			{
				color: 'Rosado',
				consentimiento: consentText('Rosado'),
				consentimiento_version: consentVersion,
				confirmado_at: null,
			},
		])
		const [mail, ...more] = await mailsTo(correo)
		expect(more).toEqual([])
		expect(mail?.subject).toBe('Confirma tu aviso de Rosado')
	})

	it('answers the same for a new address, a repeated one and one that waits, and mails once', async () => {
		const correo = someone()
		const first = await ask(correo)
		const second = await ask(correo)
		await post(`/api/avisos_stock/confirmar/${await confirmToken(correo)}/`)
		shop.clock.advanceMinutes(20)
		const third = await ask(correo)
		expect(new Set([first.body, second.body, third.body]).size).toBe(1)
		expect(await mailsTo(correo)).toHaveLength(1)
		expect(await rowsOf(correo)).toHaveLength(1)
	})

	it('refuses an unknown colour, one with stock, no address, and another version of the text', async () => {
		const codeOf = async (answer: ReturnType<typeof ask>) => (await answer).json<{ code: string }>().code
		expect(await codeOf(ask(someone(), 'Verde'))).toBe('color_desconocido')
		expect((await ask(someone(), 'Negro')).json()).toMatchObject({
			code: 'accion_no_corresponde',
			error: 'Negro ya tiene stock: puedes comprarlo ahora.',
		})
		expect(await codeOf(ask('nadie'))).toBe('correo_invalido')
		expect(await codeOf(ask(someone(), 'Rosado', '2020-01-01'))).toBe('campos_invalidos')
		expect(await db.$count(avisosStock)).toBe(0)
	})

	it('mails six links a day to an address at most', async () => {
		const correo = someone()
		for (let time = 0; time < 9; time++) {
			await ask(correo)
			shop.clock.advanceMinutes(16)
		}
		expect(await mailsTo(correo)).toHaveLength(6)
	})

	it('refuses for a day once too many wait for their confirmation', async () => {
		const consent = { consentimiento: 'texto', consentimiento_version: consentVersion, pedido_at: shop.clock.now() }
		const many = Array.from({ length: maxUnconfirmed }, () => ({
			id: randomUUID(),
			correo: someone(),
			color: 'Rosado',
		}))
		await db.insert(avisosStock).values(many.map((one) => ({ ...one, ...consent })))
		expect((await ask(someone())).json()).toMatchObject({ code: 'demasiadas_solicitudes' })
		shop.clock.advanceMinutes(24 * 60 + 1)
		expect((await ask(someone())).statusCode).toBe(200)
	})

	it('offers none while the owner has switched it off, and sends what was confirmed', async () => {
		const correo = await aWaitingPerson()
		const boss = await theBoss(shop)
		const set = (valor: boolean) =>
			boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave: 'avisar_stock', valor }] })
		expect((await set(false)).statusCode).toBe(200)
		expect((await ask(someone())).json()).toMatchObject({ error: 'Por ahora no enviamos avisos de stock.' })
		await moveStock('Rosado', 3)
		await sendNotices(shop.payments)
		expect(await arrivals(correo)).toHaveLength(1)
		expect((await set(true)).statusCode).toBe(200)
	})

	it('counts requests about one address, from one network', async () => {
		const strict = await openTestShop({ limitScale: 1 })
		try {
			await strict.database.db.update(productos).set({ stock: 0 }).where(eq(productos.color, 'Rosado'))
			const payload = { color: 'Rosado', correo: someone(), consentimiento: consentVersion }
			const send = () => strict.app.inject({ method: 'POST', url: '/api/avisos_stock/', payload })
			const answers = []
			for (let time = 0; time <= limitRules.avisar_stock.perAccountAndAddress; time++) answers.push(await send())
			expect(answers.map(({ statusCode }) => statusCode)).toEqual([
				...Array.from({ length: limitRules.avisar_stock.perAccountAndAddress }, () => 200),
				429,
			])
		} finally {
			await strict.stop()
		}
	})
})

describe('confirmNotice', () => {
	it('keeps the first moment when it is repeated', async () => {
		const correo = await aWaitingPerson()
		const [before] = await rowsOf(correo)
		shop.clock.advanceMinutes(5)
		expect((await post(`/api/avisos_stock/confirmar/${await confirmToken(correo)}/`)).statusCode).toBe(200)
		expect(await rowsOf(correo)).toEqual([before])
		expect(before?.confirmado_at).not.toBeNull()
	})

	it('refuses a wrong link, the link of another purpose, an old one, and that of a request that is gone', async () => {
		const correo = someone()
		await ask(correo)
		const token = await confirmToken(correo)
		const codeOf = async (one: string) =>
			(await post(`/api/avisos_stock/confirmar/${one}/`)).json<{ code: string }>().code
		expect(await codeOf('nada')).toBe('enlace_vencido')
		expect(await codeOf(`${token}x`)).toBe('enlace_vencido')
		expect(await codeOf(await stopToken(correo))).toBe('enlace_vencido')
		expect((await shop.app.inject(`/api/avisos_stock/confirmar/${token}/`)).statusCode).toBe(405)
		await db.delete(avisosStock)
		expect(await codeOf(token)).toBe('enlace_vencido')
		shop.clock.advanceMinutes(8 * 24 * 60)
		expect(await codeOf(token)).toBe('enlace_vencido')
	})
})

describe('sendNotices', () => {
	it('sends one mail to who confirmed, in the order of asking, and erases the request', async () => {
		const first = await aWaitingPerson()
		const second = await aWaitingPerson()
		const unconfirmed = someone()
		await ask(unconfirmed)
		await sendNotices(shop.payments)
		expect(await arrivals(first)).toEqual([])

		await moveStock('Rosado', 1)
		await Promise.all([sendNotices(shop.payments), sendNotices(shop.payments)])
		await sendNotices(shop.payments)
		const [mail, ...more] = await arrivals(first)
		expect(more).toEqual([])
		expect(await arrivals(second)).toHaveLength(1)
		expect(await arrivals(unconfirmed)).toEqual([])
		expect([await rowsOf(first), await rowsOf(second)]).toEqual([[], []])
		expect(mail?.text).toContain('a $29.990')
		expect(mail?.text).toContain(`${shop.env.publicUrl}/?color=rosado`)
		expect(mail?.text).toContain('menos unidades que personas esperando')
		// The table is written in the order of sending.
		const sent = await db
			.select({ to: correos.destinatario })
			.from(correos)
			.where(and(eq(correos.plantilla, 'aviso_llego'), inArray(correos.destinatario, [first, second])))
			.orderBy(sql`ctid`)
		expect(sent.map(({ to }) => to)).toEqual([first, second])
	})

	it('waits until stock has stayed for ten minutes', async () => {
		const correo = await aWaitingPerson()
		await moveStock('Rosado', 2, 1)
		await sendNotices(shop.payments)
		expect(await arrivals(correo)).toEqual([])
		await emptyStock()
		shop.clock.advanceMinutes(11)
		await sendNotices(shop.payments)
		expect(await arrivals(correo)).toEqual([])
		await moveStock('Rosado', 2, 0)
		shop.clock.advanceMinutes(11)
		await sendNotices(shop.payments)
		expect(await arrivals(correo)).toHaveLength(1)
	})

	it('sends after units came back from a cancelled order', async () => {
		await moveStock('Rosado', 1)
		const customer = await aCustomer(shop)
		const { orden_id } = await aPlacedOrder(shop, customer, { carrito: [cartLine('Rosado')] })
		const correo = await aWaitingPerson()
		const boss = await theBoss(shop)
		const cancelled = await boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, { motivo: 'prueba' })
		expect(cancelled.statusCode, cancelled.body).toBe(200)
		shop.clock.advanceMinutes(11)
		await sendNotices(shop.payments)
		expect(await arrivals(correo)).toHaveLength(1)
	})

	it('sends none while the shop is closed', async () => {
		const correo = await aWaitingPerson()
		await moveStock('Rosado', 5)
		const boss = await theBoss(shop)
		const close = (valor: boolean) =>
			boss.send('PUT', '/api/admin_ajustes/', { cambios: [{ clave: 'tienda_cerrada', valor }] })
		await close(true)
		await sendNotices(shop.payments)
		expect(await arrivals(correo)).toEqual([])
		await close(false)
		await sendNotices(shop.payments)
		expect(await arrivals(correo)).toHaveLength(1)
	})
})

describe('stopNotices', () => {
	it('erases all requests of the address by the one press of a mail program, also when repeated', async () => {
		const correo = await aWaitingPerson()
		await emptyStock('Celeste')
		await ask(correo, 'Celeste')
		const token = await stopToken(correo)
		const [mail] = await mailsTo(correo)
		expect(mail?.unsubscribe).toEqual([
			`<${shop.env.publicUrl}/api/avisos_stock/parar/${token}/>`,
			'List-Unsubscribe=One-Click',
		])
		const form = { 'content-type': 'application/x-www-form-urlencoded' }
		const url = `/api/avisos_stock/parar/${token}/`
		const press = () => shop.app.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })
		expect((await press()).json()).toEqual({ borrado: true })
		expect(await rowsOf(correo)).toEqual([])
		expect((await press()).statusCode).toBe(200)
		const opened = await shop.app.inject(url)
		expect([opened.statusCode, opened.headers.location]).toEqual([303, `/aviso/parar/${token}`])
		expect((await post('/api/avisos_stock/parar/nada/')).json()).toMatchObject({ code: 'enlace_vencido' })
	})

	it('sends no mail that was still to be sent', async () => {
		const correo = await aWaitingPerson()
		const token = await stopToken(correo)
		await moveStock('Rosado', 5)
		await sendNotices(shop.payments)
		await post(`/api/avisos_stock/parar/${token}/`)
		expect(await arrivals(correo)).toEqual([])
	})
})

describe('personal data', () => {
	it('is erased after its days, with the copies of mails', async () => {
		const waiting = await aWaitingPerson()
		const unconfirmed = someone()
		await ask(unconfirmed)
		await mailsTo(unconfirmed)
		await purgeStockNotices(shop.payments)
		expect([await rowsOf(waiting), await rowsOf(unconfirmed)].map((rows) => rows.length)).toEqual([1, 1])
		shop.clock.advanceMinutes((retentionDays.unconfirmedNotice * 24 + 1) * 60)
		await purgeStockNotices(shop.payments)
		expect([await rowsOf(waiting), await rowsOf(unconfirmed)].map((rows) => rows.length)).toEqual([1, 0])
		expect(await db.$count(correos, eq(correos.destinatario, unconfirmed))).toBe(0)
		shop.clock.advanceMinutes(retentionDays.stockNotice * 24 * 60)
		await purgeStockNotices(shop.payments)
		expect(await rowsOf(waiting)).toEqual([])
	})

	it('is in the copy of an account that proved its address, and erased with it', async () => {
		const { email, password } = await aCustomer(shop)
		await ask(email)
		const session = async () =>
			(await post('/api/token/', { username: email, password })).json<{ access: string }>().access
		const copy = async () => {
			const headers = { authorization: `Bearer ${await session()}` }
			return (await shop.app.inject({ url: '/api/perfil/datos/', headers })).json<{ avisos_de_stock?: object[] }>()
		}
		expect((await copy()).avisos_de_stock).toBeUndefined()
		await proveAddress(shop, email)
		expect((await copy()).avisos_de_stock).toMatchObject([{ color: 'Rosado', consentimiento: consentText('Rosado') }])
		const headers = { authorization: `Bearer ${await session()}` }
		const deleted = await post('/api/perfil/eliminar/', { password }, headers)
		expect(deleted.statusCode, deleted.body).toBe(204)
		expect(await rowsOf(email)).toEqual([])
	})
})

describe("the panel's stock", () => {
	it('counts who confirmed, by colour', async () => {
		await aWaitingPerson()
		await aWaitingPerson()
		await ask(someone())
		const { results } = (await (await theBoss(shop)).get('/api/admin_stock/')).json<{
			results: { color: string; esperan: number }[]
		}>()
		expect(Object.fromEntries(results.map(({ color, esperan }) => [color, esperan]))).toMatchObject({
			Rosado: 2,
			Negro: 0,
		})
	})
})
