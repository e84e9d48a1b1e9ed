import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { maxSources } from '#modules/found/source.ts'
import { fuentesPorDia } from '#modules/found/tables.ts'
import type { VisitsAnswer } from '#modules/found/visit-shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, cartLine, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const customer = await aCustomer(shop)
const boss = await theBoss(shop)
const today = dayIn(shop.clock.now())

const order = (source: string | undefined, key: string = randomUUID(), color = 'Negro') =>
	shop.app.inject({
		method: 'POST',
		url: '/api/crear_orden/',
		headers: {
			authorization: `Bearer ${customer.access}`,
			'idempotency-key': key,
			...(source !== undefined && { 'utm-source': source }),
		},
		payload: anOrder({ metodo_pago: 'transferencia', carrito: [cartLine(color)] }),
	})
async function placed(source: string | undefined, color?: string) {
	const answer = await order(source, randomUUID(), color)
	expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
}
const read = async (query = '') => (await boss.get(`/api/admin_visitas/?${query}`)).json<VisitsAnswer>()
const counts = async () =>
	Object.fromEntries((await read()).fuentes.map(({ fuente, ordenes, total }) => [fuente, [ordenes, total]]))

describe('countSource', () => {
	it('counts placed orders and their pesos by the source of their visit, or none', async () => {
		expect(await read()).toMatchObject({ contado_desde: null, fuentes: [] })
		for (const source of ['instagram', 'Instagram', 'google', undefined, '']) await placed(source)
		expect(await read()).toMatchObject({
			contado_desde: today,
			fuentes: [
				{ fuente: '', ordenes: 2, total: 59_980 },
				{ fuente: 'instagram', ordenes: 2, total: 59_980 },
				{ fuente: 'google', ordenes: 1, total: 29_990 },
			],
		})
	})

	it('counts bad values among the others and refuses no order for them', async () => {
		for (const source of ['ana@correo.cl', "'; drop table ordenes; --", '\u00ff\u00fe', 'x'.repeat(5_000)])
			await placed(source, 'Celeste')
		expect(await counts()).toMatchObject({ otro: [4, 4 * 29_990] })
	})

	it('counts a repeated request once', async () => {
		const before = await counts()
		const key = randomUUID()
		const [first, second] = await Promise.all([order('feria', key, 'Blanco'), order('feria', key, 'Blanco')])
		expect((await order('otra_feria', key, 'Blanco')).json().orden_id).toBe(first.json().orden_id)
		expect(second.json().orden_id).toBe(first.json().orden_id)
		expect(await counts()).toEqual({ ...before, feria: [1, 29_990] })
	})

	it('counts no refused order and no sale that staff enter', async () => {
		const before = await counts()
		const units = (await stockOf(shop, 'Rosado')) + 1
		const tooMany = anOrder({ carrito: [cartLine('Rosado', units)], total: units * 29_990 })
		const refused = await shop.app.inject({
			method: 'POST',
			url: '/api/crear_orden/',
			headers: { authorization: `Bearer ${customer.access}`, 'utm-source': 'rechazada' },
			payload: tooMany,
		})
		expect(refused.statusCode).toBe(409)
		const { metodo_pago: _, ...sale } = anOrder({ carrito: [cartLine('Rosado')] })
		const person = { forma: 'efectivo', nombre: 'Rosa Díaz', email: 'rosa@correo.cl' }
		const key = { 'idempotency-key': randomUUID(), 'utm-source': 'equipo' }
		expect((await boss.send('POST', '/api/admin_ventas/', { ...sale, ...person }, key)).statusCode).toBe(200)
		expect(await counts()).toEqual(before)
	})

	it('counts the sources beyond the limit of a day together, and the known ones by name', async () => {
		const before = await counts()
		const named = Object.keys(before).filter((name) => name !== '' && name !== 'otro').length
		const more = Array.from({ length: maxSources - named }, (_, at) => ({
			dia: today,
			fuente: `f${at}`,
			ordenes: 1,
			total: 0,
		}))
		await shop.database.db.insert(fuentesPorDia).values(more)
		for (const source of ['nueva', 'instagram', '']) await placed(source, 'Blanco')
		const after = await counts()
		expect(after.nueva).toBeUndefined()
		expect([after.otro, after.instagram, after['']]).toEqual(
			['otro', 'instagram', ''].map((name) => [(before[name]?.[0] ?? 0) + 1, (before[name]?.[1] ?? 0) + 29_990]),
		)
	})
})

describe('the visits of a period', () => {
	it('are those of its days, also in the file by day; an invalid period is rejected', async () => {
		const yesterday = daysLater(today, -1)
		await shop.database.db
			.insert(fuentesPorDia)
			.values({ dia: yesterday, fuente: 'volante', ordenes: 3, total: 89_970 })
		const { fuentes, contado_desde } = await read(`desde=${yesterday}&hasta=${yesterday}`)
		expect([contado_desde, fuentes]).toEqual([yesterday, [{ fuente: 'volante', ordenes: 3, total: 89_970 }]])
		const { body } = await boss.get(`/api/admin_exportar/fuentes.csv?desde=${yesterday}&hasta=${yesterday}`)
		expect(body.slice(1)).toBe(`dia;fuente;ordenes;total\r\n${yesterday};volante;3;89970\r\n`)
		for (const path of ['admin_visitas/', 'admin_exportar/fuentes.csv'])
			expect((await boss.get(`/api/${path}?desde=${today}&hasta=2020-01-01`)).statusCode).toBe(422)
	})

	it('are stored without an order or a person', async () => {
		const { rows } = await shop.database.db.execute(`select column_name as name from information_schema.columns
			where table_name = 'fuentes_por_dia' order by ordinal_position`)
		expect(rows).toEqual(['dia', 'fuente', 'ordenes', 'total'].map((name) => ({ name })))
	})
})
