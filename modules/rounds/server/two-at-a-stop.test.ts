import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { brokenRules } from '#core/server/http/errors.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const rounds = roundCalls(shop, boss, ana)
afterAll(async () => {
	expect(await brokenLedgers(shop)).toEqual([])
})

const cancel = (orden_id: string) => boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, {})
const transitionByStaff = (orden_id: string, estado: string) =>
	boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, { estado })
const readRound = async ({ id }: RoundAnswer) => (await boss.get(`/api/admin_rondas/${id}/`)).json<RoundAnswer>()

describe('undoing a press while staff act on its order', () => {
	it('answers 409 for a failed stop whose order was planned into the next round, and changes nothing', async () => {
		const order = await rounds.toBring(0)
		const round = await rounds.leave(await rounds.plan(order))
		const stop = stopOf(round, order)
		await rounds.press(stop, 'no_entregar', { motivo: 'nadie_en_casa' })
		const next = await rounds.plan(order)
		const undone = await rounds.press(stop, 'deshacer')
		expect([undone.statusCode, undone.json()]).toMatchObject([
			409,
			{ code: 'orden_no_se_entrega', error: 'La orden ya va en otra ronda.' },
		])
		expect(stopOf(await readRound(round), order)).toMatchObject({ estado: 'no_entregada' })
		expect(stopOf(await readRound(next), order)).toMatchObject({ estado: 'por_preparar' })
	})

	it('undoes the failed stop once its order was removed from the next round', async () => {
		const order = await rounds.toBring(0)
		const round = await rounds.leave(await rounds.plan(order))
		await rounds.press(stopOf(round, order), 'no_entregar', { motivo: 'nadie_en_casa' })
		const next = await rounds.plan(order)
		expect((await rounds.press(stopOf(round, order), 'deshacer')).statusCode).toBe(409)
		await rounds.act(next, 'quitar', { parada_id: stopOf(next, order)?.id ?? '' })
		const undone = (await rounds.press(stopOf(round, order), 'deshacer')).json<RoundAnswer>()
		expect(stopOf(undone, order)).toMatchObject({ estado: 'en_ruta' })
	})

	it('fails for a delivery whose order was cancelled meanwhile, and leaves state and stock as staff set them', async () => {
		const before = await stockOf(shop, 'Rosado')
		const order = await rounds.toBring(0, { color: 'Rosado', paid: true })
		const round = await rounds.leave(await rounds.plan(order))
		await rounds.press(stopOf(round, order), 'entregar')
		expect((await transitionByStaff(order, 'cancelado')).statusCode).toBe(200)
		const undone = await rounds.press(stopOf(round, order), 'deshacer')
		expect([undone.statusCode, undone.json().code]).toEqual([409, 'accion_no_corresponde'])
		expect(await orderRow(shop, order)).toMatchObject({ estado: 'cancelado', stock_tomado: false })
		expect(await stockOf(shop, 'Rosado')).toBe(before)
		expect(stopOf(await readRound(round), order)).toMatchObject({ estado: 'entregada' })
	})

	it('fails for the hand-over of a pickup whose order was cancelled meanwhile', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955410000' })
		const url = `/api/admin_retiros/${orden_id}`
		await rounds.post(`${url}/entregar/`, { sin_codigo: 'mostró su cédula', recibido: 30_000 })
		await transitionByStaff(orden_id, 'cancelado')
		const undone = await rounds.post(`${url}/deshacer/`)
		expect([undone.statusCode, undone.json().code]).toEqual([409, 'accion_no_corresponde'])
		expect((await orderRow(shop, orden_id)).estado).toBe('cancelado')
	})

	it('fails for a stop of a round that was closed meanwhile', async () => {
		const order = await rounds.toBring(0, { paid: true })
		const round = await rounds.leave(await rounds.plan(order))
		await rounds.press(stopOf(round, order), 'entregar')
		await rounds.act(round, 'cerrar')
		expect((await rounds.press(stopOf(round, order), 'deshacer')).json().code).toBe('ya_no_se_deshace')
		expect((await orderRow(shop, order)).estado).toBe('completado')
	})

	it('undoes a failed stop whose order was cancelled meanwhile, without handing the order over', async () => {
		const order = await rounds.toBring(0, { paid: true })
		const round = await rounds.leave(await rounds.plan(order))
		await rounds.press(stopOf(round, order), 'no_entregar', { motivo: 'nadie_en_casa' })
		await cancel(order)
		const undone = (await rounds.press(stopOf(round, order), 'deshacer')).json<RoundAnswer>()
		expect(stopOf(undone, order)).toMatchObject({ estado: 'en_ruta', anulada: true })
		expect((await rounds.press(stopOf(round, order), 'entregar')).json().code).toBe('accion_no_corresponde')
	})
})

it('translates each constraint under the name that it has in the database', async () => {
	const { rows } = await shop.database.db.execute<{ name: string }>(
		sql`select indexname as name from pg_indexes union select conname from pg_constraint`,
	)
	const names = new Set(rows.map(({ name }) => name))
	expect(Object.keys(brokenRules).filter((name) => !names.has(name))).toEqual([])
})
