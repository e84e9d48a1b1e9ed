import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StockOutlookAnswer } from '#contract/staff/stock.ts'
import { dayIn, daysLater } from '#domain/calendar-days.ts'
import { productos } from '#server/db/tables/catalog.ts'
import { movimientosStock } from '#server/db/tables/stock.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let boss: StaffCalls
let today: string

const set = async (clave: string, valor: unknown) =>
	expect((await boss.send('PUT', `/api/admin_ajustes/${clave}/`, { valor })).statusCode).toBe(200)

/** The lines of a file, cut into cells; the first is its head. */
async function fileOf(name: string, query = ''): Promise<string[][]> {
	const answer = await boss.get(`/api/admin_exportar/${name}${query}`)
	expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
	const lines = answer.body.slice(1).trim().split('\r\n')
	return lines.map((line) => line.split(';'))
}

beforeAll(async () => {
	shop = await openTestShop()
	boss = await theBoss(shop)
	today = dayIn(shop.clock.now())
})
afterAll(() => shop.stop())

describe('the day to order more of a colour', () => {
	/** So many units of a colour were sold in its first week, and so many are left. */
	async function sold(color: string, units: number, stock: number): Promise<void> {
		const { db } = shop.database
		const [product] = await db.update(productos).set({ stock }).where(eq(productos.color, color)).returning()
		const moved = {
			producto_id: product?.id ?? 0,
			cantidad: -units,
			motivo: 'venta',
			created_at: shop.clock.now(),
		} as const
		await db.insert(movimientosStock).values(moved)
	}
	const dayOf = async (color: string) => {
		const { results } = (await boss.get('/api/admin_stock/')).json<StockOutlookAnswer>()
		return results.find((product) => product.color === color)?.pedir_el
	}

	it('follows what is sold, what is left and how long an order takes', async () => {
		await sold('Celeste', 7, 50)
		expect(await dayOf('Celeste')).toBe(daysLater(today, 20))
		await set('dias_reposicion', 10)
		expect(await dayOf('Celeste')).toBe(daysLater(today, 40))
		await set('dias_reposicion', 60)
		expect(await dayOf('Celeste')).toBe(today)
		expect(await dayOf('Negro')).toBeNull()
	})

	it('is in its file, with how it was reckoned', async () => {
		const [head, ...rows] = await fileOf('reposicion.csv')
		expect(head?.slice(2)).toEqual([
			...['color', 'stock', 'vendidas', 'dias', 'por_dia', 'dias_restantes', 'dias_reposicion', 'pedir_el'],
		])
		expect(rows.find((row) => row[2] === 'Celeste')?.slice(3)).toEqual(['50', '7', '7', '1', '50', '60', today])
		expect(rows.find((row) => row[2] === 'Negro')?.slice(7)).toEqual(['', '60', ''])
		const log = (await boss.get('/api/admin_auditoria/?tipo=usuario')).json().results[0]
		expect(log).toMatchObject({ accion: 'exportado', detalle: 'reposicion.csv' })
	})
})
