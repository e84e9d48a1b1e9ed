import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { DeliveryNumbersAnswer, ListDeliveriesAnswer, RoundAnswer } from '#modules/rounds/shapes.ts'
import { paradas } from '#modules/rounds/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const rounds = roundCalls(shop, boss, ana)

const read = async ({ id }: RoundAnswer) => (await boss.get(`/api/admin_rondas/${id}/`)).json<RoundAnswer>()
const cancel = (orden_id: string) => boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, {})
const numbers = async () => {
	const day = dayIn(shop.clock.now())
	const answer = await boss.get(`/api/admin_numeros_reparto/?desde=${day}&hasta=${day}`)
	return answer.json<DeliveryNumbersAnswer>().total
}
const deliveryOf = async (orden_id: string) =>
	(await boss.get('/api/admin_entregas/')).json<ListDeliveriesAnswer>().results.find((one) => one.orden_id === orden_id)

describe('a stop whose order is cancelled on the way', () => {
	it('adds no driving to its round, during and after it', async () => {
		const [near, far] = [await rounds.toBring(0), await rounds.toBring(3)]
		const round = await rounds.leave(await rounds.plan(near, far))
		const alone = (await rounds.plan(await rounds.toBring(0))).metros
		expect(round.metros).toBeGreaterThan(alone)
		await cancel(far)
		const after = await read(round)
		expect(after.metros).toBe(alone)
		await rounds.press(stopOf(round, near), 'entregar', { recibido: 30_000 })
		expect((await numbers()).metros).toBe(alone)
		await rounds.act(round, 'cerrar', { contado: 29_990 })
		expect((await numbers()).metros).toBe(alone)
	})

	it('is excluded from the hours of the later stops', async () => {
		const [first, second] = [await rounds.toBring(0), await rounds.toBring(3)]
		const round = await rounds.leave(await rounds.plan(first, second))
		const [off, on] = round.paradas
		await cancel(off?.orden_id ?? '')
		const change = { version: round.version, paradas: [off?.id, on?.id], fijadas: [] }
		const arranged = (await boss.send('PUT', `/api/admin_rondas/${round.id}/`, change)).json<RoundAnswer>()
		const hour = (one: RoundAnswer) => Date.parse(stopOf(one, on?.orden_id ?? '')?.llega_at ?? '')
		expect(hour(arranged)).toBeLessThan(hour(round))
		await rounds.act(round, 'cerrar')
	})

	it('is listed as cancelled once the round is over, without a failed attempt', async () => {
		const [done, off, left] = [await rounds.toBring(0), await rounds.toBring(1), await rounds.toBring(2)]
		const round = await rounds.leave(await rounds.plan(done, off, left))
		const before = (await numbers()).no_entregadas
		await cancel(off)
		expect(await deliveryOf(off)).toMatchObject({ estado: 'en_ruta', orden_estado: 'cancelado' })
		await rounds.act(round, 'cerrar')
		expect(await deliveryOf(off)).toMatchObject({ estado: 'no_entregada', motivo: 'cancelada' })
		expect(await deliveryOf(left)).toMatchObject({ estado: 'no_entregada', motivo: 'sin_visitar' })
		expect((await numbers()).no_entregadas).toBe(before)
	})
})

describe('a delivery before its announced hour', () => {
	it('is early, and counted apart from those on time', async () => {
		const [early, good] = [await rounds.toBring(0), await rounds.toBring(1)]
		const round = await rounds.leave(await rounds.plan(early, good))
		const inTwoHours = new Date(shop.clock.now().getTime() + 2 * 3_600_000)
		await shop.database.db.update(paradas).set({ avisada_at: inTwoHours }).where(eq(paradas.orden_id, early))
		const before = await numbers()
		for (const order of [early, good]) await rounds.press(stopOf(round, order), 'entregar', { recibido: 30_000 })
		const after = await numbers()
		expect([after.entregadas - before.entregadas, after.a_tiempo - before.a_tiempo]).toEqual([2, 1])
		expect(after.adelantadas - before.adelantadas).toBe(1)
		expect(await deliveryOf(early)).toMatchObject({ adelantada: true, atrasada: false })
		expect(await deliveryOf(good)).toMatchObject({ adelantada: false, atrasada: false })
	})
})
