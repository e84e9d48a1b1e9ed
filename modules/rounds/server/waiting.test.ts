import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { ListOrdersAnswer } from '#modules/orders/staff/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { deliveriesWaiting } from '#modules/rounds/server/waiting.ts'
import { retiros, rondas } from '#modules/rounds/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const rounds = roundCalls(shop, boss, ana)

const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000)
const edit = (id: string, set: Partial<typeof ordenes.$inferInsert>) =>
	shop.database.db.update(ordenes).set(set).where(eq(ordenes.id, id))
const rowsAt = async (now = shop.clock.now()) => {
	const rows = await deliveriesWaiting(shop.database.db, now)
	return Object.fromEntries(
		rows.map(({ clave, cantidad, monto }) => [clave, monto === null ? cantidad : [cantidad, monto]]),
	)
}
const listed = async (entrega: string) => {
	const { results } = (await boss.get(`/api/admin_listar_ordenes/?entrega=${entrega}`)).json<ListOrdersAnswer>()
	return new Set(results.map(({ id }) => id))
}

describe('the orders to bring', () => {
	it('are for today when promised for today, late, or on a round of today, and for another day otherwise', async () => {
		const ids: string[] = []
		for (const door of [0, 1, 2, 3, 0]) ids.push(await rounds.toBring(door))
		const [today, late, planned, later, termless] = ids
		await edit(today ?? '', { plazo_entrega: '2 días', created_at: inDays(-2) })
		await edit(late ?? '', { plazo_entrega: '48 horas', created_at: inDays(-9) })
		await edit(later ?? '', { plazo_entrega: '2 días', created_at: inDays(-1) })
		await edit(termless ?? '', { plazo_entrega: null, created_at: inDays(-30) })
		const round = await rounds.plan(planned ?? '')
		expect(await listed('hoy')).toEqual(new Set([today, late, planned]))
		expect(await listed('otro_dia')).toEqual(new Set([later, termless]))
		expect(await rowsAt()).toMatchObject({ entregar_hoy: 3, entregar_otro_dia: 2 })

		const leaves = async (salida_at: Date) =>
			await shop.database.db.update(rondas).set({ salida_at }).where(eq(rondas.id, round.id))
		await leaves(inDays(1))
		expect(await listed('otro_dia')).toEqual(new Set([later, termless, planned]))
		expect(await rowsAt(inDays(1))).toMatchObject({ entregar_hoy: 4, entregar_otro_dia: 1 })

		await leaves(shop.clock.now())
		await rounds.leave(round)
		expect(await rowsAt()).toMatchObject({ entregar_hoy: 2, entregar_otro_dia: 2, rondas: 1 })
		await edit(late ?? '', { entrega_detenida: true })
		expect(await rowsAt()).toMatchObject({ entregar_hoy: 1, entregar_otro_dia: 2 })
	})
})

describe('the rounds on their way', () => {
	it('carry the cash of their stops until they end', async () => {
		const before = await rowsAt()
		const [cash, paid] = [await rounds.toBring(0), await rounds.toBring(1, { paid: true })]
		const round = await rounds.leave(await rounds.plan(cash, paid))
		expect(await rowsAt()).toMatchObject({ rondas: Number(before.rondas) + 1, efectivo: 0 })
		await rounds.press(stopOf(round, cash), 'entregar', { recibido: 30_000 })
		await rounds.press(stopOf(round, paid), 'entregar')
		expect(await rowsAt()).toMatchObject({ efectivo: [1, 29_990] })
		await rounds.act(round, 'cerrar', { contado: 29_990 })
		expect(await rowsAt()).toMatchObject({ rondas: before.rondas, efectivo: 0 })
	})
})

describe('the pickups', () => {
	it('wait without an hour, then on the agreed day and until they are handed over', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955600001' })
		await edit(orden_id, { horario_retiro: null })
		expect(await rowsAt()).toMatchObject({ retiros: 0, retiros_sin_hora: 1 })
		const day = dayIn(inDays(3))
		expect((await rounds.post(`/api/admin_retiros/${orden_id}/acordar/`, { hora: `${day}T18:30` })).statusCode).toBe(
			200,
		)
		expect(await rowsAt()).toMatchObject({ retiros: 0, retiros_sin_hora: 0 })
		expect(await rowsAt(inDays(3))).toMatchObject({ retiros: 1, retiros_sin_hora: 0 })
		expect(await rowsAt(inDays(5))).toMatchObject({ retiros: 1 })
		await edit(orden_id, { estado: 'completado' })
		expect(await rowsAt(inDays(5))).toMatchObject({ retiros: 0 })
	})

	it('leave the list once their delivery is stopped by a refund, with and without an hour', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana)
		await edit(orden_id, { estado: 'pagada', tipo_entrega: 'retiro' })
		expect(await rowsAt()).toMatchObject({ retiros: 0, retiros_sin_hora: 1 })
		await edit(orden_id, { entrega_detenida: true })
		expect(await rowsAt()).toMatchObject({ retiros: 0, retiros_sin_hora: 0 })
		await edit(orden_id, { entrega_detenida: false })
		await shop.database.db.insert(retiros).values({ orden_id, hora_at: shop.clock.now(), codigo: '1234' })
		expect(await rowsAt()).toMatchObject({ retiros: 1, retiros_sin_hora: 0 })
		await edit(orden_id, { entrega_detenida: true })
		expect(await rowsAt()).toMatchObject({ retiros: 0, retiros_sin_hora: 0 })
	})
})
