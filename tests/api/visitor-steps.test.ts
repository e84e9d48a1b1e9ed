import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import type { FunnelAnswer } from '#modules/numbers/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'
import { writeOrder } from '#tests/written-order.ts'

const person =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const shop = await aShop({ pagesRoot: fileURLToPath(new URL('../../', import.meta.url)) })
const boss = await theBoss(shop)
const today = dayIn(shop.clock.now())

const funnel = async (query = '') => (await boss.get(`/api/admin_embudo/?${query}`)).json<FunnelAnswer>()
const counts = async (query = '') =>
	Object.fromEntries((await funnel(query)).pasos.map((row) => [row.paso, row.cantidad]))
const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
	shop.app.inject({ method, url, headers: { accept: 'text/html', 'user-agent': person, ...headers } })
const report = (payload: object, agent = person) =>
	shop.app.inject({ method: 'POST', url: '/api/pasos/', headers: { 'user-agent': agent }, payload })

describe('the visitor funnel', () => {
	it('starts with Home, counted whenever Home is rendered', async () => {
		const first = await open('/?color=celeste', { 'sec-fetch-dest': 'document' })
		expect(first.statusCode).toBe(200)
		const again = await open('/?color=celeste', { 'if-none-match': String(first.headers.etag) })
		expect(again.statusCode).toBe(304)
		for (const url of ['/politicas', '/robots.txt', '/no-hay']) await open(url)
		await open('/', { 'user-agent': robot })
		await open('/', { 'sec-purpose': 'prefetch' })
		await open('/', { 'sec-fetch-dest': 'iframe' })
		await open('/', {}, 'HEAD')
		expect(await counts()).toEqual({ portada: 2, carrito: 0, pago: 0, orden: 0, pagada: 0 })
	})

	it('counts steps sent by the browser, with only the name of a step', async () => {
		expect((await report({ paso: 'carrito' })).statusCode).toBe(204)
		expect((await report({ paso: 'pago' })).statusCode).toBe(204)
		expect((await report({ paso: 'pago' }, robot)).statusCode).toBe(204)
		for (const refused of [{ paso: 'portada' }, { paso: 'pagada' }, { paso: 'pago', quien: 'ana' }, {}])
			expect((await report(refused)).statusCode).toBe(400)
		expect(await counts()).toMatchObject({ portada: 2, carrito: 1, pago: 1 })
	})

	it('ends with the orders, on the days when they were placed and paid', async () => {
		const yesterday = new Date(shop.clock.now().getTime() - 86_400_000)
		const order = await writeOrder(shop.database, { created_at: yesterday })
		await writeOrder(shop.database, { created_at: shop.clock.now() })
		const paid = { estado: 'pagada', pagada_at: shop.clock.now() } as const
		await shop.database.db.update(ordenes).set(paid).where(eq(ordenes.id, order.id))
		expect(await counts()).toEqual({ portada: 2, carrito: 1, pago: 1, orden: 2, pagada: 1 })
		expect(await counts(`desde=${today}`)).toMatchObject({ orden: 1, pagada: 1 })
		const answer = await funnel(`desde=${daysLater(today, -1)}&hasta=${today}`)
		expect(answer.contado_desde).toBe(today)
		expect(answer.por_dia).toEqual([
			{ dia: daysLater(today, -1), portada: 0, carrito: 0, pago: 0, orden: 1, pagada: 0 },
			{ dia: today, portada: 2, carrito: 1, pago: 1, orden: 1, pagada: 1 },
		])
		expect(answer.pasos[4]).toEqual({ paso: 'pagada', cantidad: 1, del_anterior: 50, de_la_portada: 50 })
	})

	it('is in its CSV file by day, and an invalid period is rejected', async () => {
		const { body } = await boss.get(`/api/admin_exportar/embudo.csv?desde=${today}&hasta=${today}`)
		expect(body.slice(1).split('\r\n')).toEqual(['dia;portada;carrito;pago;orden;pagada', `${today};2;1;1;1;1`, ''])
		for (const path of ['admin_embudo/', 'admin_exportar/embudo.csv'])
			expect((await boss.get(`/api/${path}?desde=${today}&hasta=2020-01-01`)).statusCode).toBe(422)
	})
})

it('a visit stores only day, step and number', async () => {
	const { rows } = await shop.database.db.execute(`select column_name as name from information_schema.columns
		where table_name = 'pasos_por_dia' order by ordinal_position`)
	expect(rows).toEqual([{ name: 'dia' }, { name: 'paso' }, { name: 'cantidad' }])
	const { headers } = await report({ paso: 'pago' })
	expect(headers['set-cookie']).toBeUndefined()
	expect((await open('/')).headers['set-cookie']).toBeUndefined()
})

it('a client that sends too many steps gets 429', async () => {
	const strict = await openTestShop({ limitScale: 1 })
	const answers = await Promise.all(
		Array.from({ length: 61 }, () =>
			strict.app.inject({
				method: 'POST',
				url: '/api/pasos/',
				headers: { 'user-agent': person },
				payload: { paso: 'pago' },
			}),
		),
	)
	expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(1)
	await strict.stop()
})
