import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { velocidadPorDia } from '#modules/found/tables.ts'
import type { VisitsAnswer } from '#modules/found/visit-shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const person =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const shop = await aShop()
const boss = await theBoss(shop)
const report = (payload: object, agent = person, app = shop.app) =>
	app.inject({ method: 'POST', url: '/api/velocidad/', headers: { 'user-agent': agent }, payload })
const speeds = async (query = '') =>
	(await boss.get(`/api/admin_visitas/?${query}`))
		.json<VisitsAnswer>()
		.velocidad.map(({ medida, buenas, regulares, malas, porcentaje }) => [medida, buenas, regulares, malas, porcentaje])

describe('the speed of pages', () => {
	it('is counted by grade, for what a browser measures', async () => {
		const reports = [{ lcp: 1_800, inp: 90, cls: 0 }, { lcp: 3_000, cls: 251 }, { lcp: 600_000, inp: 200 }, {}]
		for (const sent of reports) expect((await report(sent)).statusCode).toBe(204)
		expect(await speeds()).toEqual([
			['lcp', 1, 1, 1, null],
			['inp', 2, 0, 0, null],
			['cls', 1, 0, 1, null],
		])
	})

	it('counts no program, and rejects what is no report', async () => {
		const before = await speeds()
		expect((await report({ lcp: 100 }, robot)).statusCode).toBe(204)
		const bad = [{ lcp: -1 }, { lcp: 1.5 }, { lcp: '100' }, { inp: 600_001 }, { cls: null }, { lcp: 1, quien: 'ana' }]
		for (const refused of bad) expect((await report(refused)).statusCode).toBe(400)
		expect(await speeds()).toEqual(before)
	})

	it('has a share of good visits from twenty on, of the days of the period', async () => {
		const day = daysLater(dayIn(shop.clock.now()), -3)
		const of = (nota: 'buena' | 'mala', cantidad: number) => ({ dia: day, medida: 'inp', nota, cantidad }) as const
		await shop.database.db.insert(velocidadPorDia).values([of('buena', 19), of('mala', 2)])
		expect(await speeds(`desde=${day}&hasta=${day}`)).toEqual([
			['lcp', 0, 0, 0, null],
			['inp', 19, 0, 2, 90.5],
			['cls', 0, 0, 0, null],
		])
	})

	it('is not counted once the owner has switched it off', async () => {
		const before = await speeds()
		const off = await boss.send('PUT', '/api/admin_ajustes/medir_velocidad/', { valor: false })
		expect([off.statusCode, off.body]).toEqual([200, expect.anything()])
		expect((await report({ lcp: 100 })).statusCode).toBe(204)
		expect(await speeds()).toEqual(before)
	})

	it('is stored without a visit or a person, and asks for no cookie', async () => {
		const { rows } = await shop.database.db.execute(`select column_name as name from information_schema.columns
			where table_name = 'velocidad_por_dia' order by ordinal_position`)
		expect(rows).toEqual(['dia', 'medida', 'nota', 'cantidad'].map((name) => ({ name })))
		expect((await report({ lcp: 1 })).headers['set-cookie']).toBeUndefined()
	})

	it('is refused from a client that reports too often', async () => {
		const strict = await openTestShop({ limitScale: 1 })
		const answers = await Promise.all(Array.from({ length: 61 }, () => report({ lcp: 1 }, person, strict.app)))
		expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(1)
		await strict.stop()
	})
})
