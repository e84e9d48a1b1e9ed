import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { readDayMoney } from '#modules/numbers/server/close-day.ts'
import type { ClosingAnswer, SummaryAnswer } from '#modules/numbers/shapes.ts'
import { devoluciones, pagos } from '#modules/orders/payment-tables.ts'
import { readOrderMoney } from '#modules/orders/server/read-order-money.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder, cartLine } from '#tests/shop-helpers.ts'
import { aClerk, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')

const today = () => dayIn(shop.clock.now())
const act = (order: PayableOrder, action: string, payload?: object) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, payload, { 'idempotency-key': randomUUID() })
const read = async (query = '') => (await boss.get(`/api/admin_cierre/${query}`)).json<ClosingAnswer>()
const close = (body: object, key: string = randomUUID(), who = boss) =>
	who.send('POST', '/api/admin_cierre/', body, { 'idempotency-key': key })

async function byCard(units = 1): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Negro', units)] })
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	return order
}
async function inCash(): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Rosado')] })
	await act(order, 'entregar')
	return order
}
async function byTransfer(): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito: [cartLine('Celeste')] })
	await act(order, 'confirmar_transferencia')
	return order
}

const counts = ({ metodos }: ClosingAnswer, changes: Readonly<Record<string, object>> = {}) =>
	metodos.map(({ metodo, esperado }) => ({ metodo, esperado, contado: esperado, ...changes[metodo] }))

describe('the money expected of a day', () => {
	it('is what each method received less what was refunded by it, as the books of its orders say', async () => {
		expect((await read()).metodos).toEqual([])
		const [transfer, partly, toTransfer] = [await byTransfer(), await byCard(2), await byCard()]
		await inCash()
		await inCash()
		await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito: [cartLine('Blanco')] })
		await act(transfer, 'devolver_a_mano', { monto: 5000, medio: 'efectivo', fecha: today() })
		await act(partly, 'devolver', { monto: 10_000, motivo: 'Llegó rayado' })
		await act(toTransfer, 'devolver', { monto: 9000, motivo: 'Llegó rayado' })
		await releaseHeld(shop)
		// The gateway did not make this one: staff refunded it by transfer.
		const { db } = shop.database
		await db.update(devoluciones).set({ por_transferencia: true }).where(eq(devoluciones.orden_id, toTransfer.orden_id))
		await db.update(pagos).set({ devuelto: 0 }).where(eq(pagos.orden_id, toTransfer.orden_id))
		const { metodos } = await read()
		expect(metodos).toEqual([
			{ metodo: 'efectivo', recibido: 59_980, devuelto: 5000, esperado: 54_980, ordenes: 2 },
			{ metodo: 'transferencia', recibido: 29_990, devuelto: 9000, esperado: 20_990, ordenes: 1 },
			{ metodo: 'mercadopago', recibido: 89_970, devuelto: 10_000, esperado: 79_970, ordenes: 2 },
		])
		const numbers = (await boss.get(`/api/admin_resumen/?desde=${today()}&hasta=${today()}`)).json<SummaryAnswer>()
		expect(new Map(metodos.map((one) => [one.metodo, one.recibido]))).toEqual(
			new Map(numbers.por_metodo.map((one) => [one.metodo_pago, one.ventas])),
		)
		const ids = (await db.select({ id: ordenes.id }).from(ordenes)).map(({ id }) => id)
		const moneyOf = await readOrderMoney(db, ids)
		const books = ids.map(moneyOf).reduce((sum, { cobrado, devuelto }) => sum + cobrado - devuelto, 0)
		expect(metodos.reduce((sum, { esperado }) => sum + esperado, 0)).toBe(books)
	})

	it('has a payment that pays no order and its refund, and nothing of another day', async () => {
		const { db } = shop.database
		const [payment] = await db.select().from(pagos).limit(1)
		if (!payment) throw new Error('no payment')
		const at = new Date('2026-03-10T15:00:00Z')
		const twice = { ...payment, pago_id: 'twice', destino: 'por_devolver', monto: 7000, devuelto: 0 } as const
		await db.insert(pagos).values({ ...twice, autorizado_at: at, created_at: at, updated_at: at })
		const refund = { id: randomUUID(), gateway: payment.gateway, pago_id: 'twice', orden_id: payment.orden_id }
		const made = { monto: 7000, motivo: 'orden_ya_pagada', estado: 'hecha' } as const
		await db.insert(devoluciones).values({ ...refund, ...made, updated_at: new Date('2026-03-11T15:00:00Z') })
		expect(await readDayMoney(db, '2026-03-10')).toMatchObject([{ metodo: 'mercadopago', esperado: 7000, ordenes: 1 }])
		expect(await readDayMoney(db, '2026-03-11')).toMatchObject([{ metodo: 'mercadopago', esperado: -7000, ordenes: 0 }])
		expect(await readDayMoney(db, '2026-03-12')).toEqual([])
	})

	it('has the applied payment of an order without a payment date, on the day of its gateway', async () => {
		const { db } = shop.database
		const { orden_id } = await byCard()
		const before = await read()
		const [order] = await db.select().from(ordenes).where(eq(ordenes.id, orden_id))
		await db.update(ordenes).set({ pagada_at: null }).where(eq(ordenes.id, orden_id))
		expect((await read()).metodos).toEqual(before.metodos)
		await db.update(ordenes).set({ pagada_at: order?.pagada_at }).where(eq(ordenes.id, orden_id))
	})
})

describe('the closing of a day', () => {
	it('is stored with the expected amounts and who counted, once per key, and can be corrected', async () => {
		const before = await read()
		expect(before.cierre).toBeNull()
		const body = { dia: before.dia, anterior: null }
		const short = { efectivo: { contado: 54_000 } }
		const refused = await close({ ...body, conteos: counts(before, short) })
		expect(refused.json()).toMatchObject({
			code: 'conteo_sin_cuadrar',
			campo: 'motivo_efectivo',
			error: 'Faltan $980. Escribe por qué.',
		})
		const key = randomUUID()
		const conteos = counts(before, { efectivo: { contado: 54_000, motivo: 'di vuelto de más' } })
		const closed = (await close({ ...body, conteos }, key)).json<ClosingAnswer>()
		expect(closed.cierre).toMatchObject({ usuario: staffLogin.email, es_correccion: false })
		expect(closed.cierre?.conteos[0]).toEqual({
			metodo: 'efectivo',
			esperado: 54_980,
			contado: 54_000,
			motivo: 'di vuelto de más',
		})
		expect((await close({ ...body, conteos }, key)).json()).toMatchObject({ ...closed, repetida: true })
		const blind = await close({ ...body, conteos: counts(before) })
		expect([blind.statusCode, blind.json().code]).toEqual([409, 'version_distinta'])
		const clerk = await aClerk(shop)
		const again = { ...body, anterior: closed.cierre?.id, conteos: counts(before) }
		expect((await close(again, randomUUID(), clerk)).statusCode).toBe(200)
		const { cierre } = await read()
		expect(cierre).toMatchObject({ es_correccion: true, conteos: [{ contado: 54_980, motivo: '' }, {}, {}] })
		expect(cierre?.usuario).not.toBe(staffLogin.email)
		const rows = await shop.database.db.select().from(auditoria).where(eq(auditoria.tipo, 'dia'))
		expect(rows.map(({ ref, accion }) => [ref, accion])).toEqual(
			['dia_cerrado', 'cierre_corregido'].flatMap((accion) => Array(3).fill([before.dia, accion])),
		)
	})

	it('is refused with the new amounts when money moved meanwhile, and for a day that is not there', async () => {
		const seen = await read()
		await inCash()
		const body = { dia: seen.dia, anterior: seen.cierre?.id, conteos: counts(seen) }
		expect((await close(body)).json()).toMatchObject({
			code: 'version_distinta',
			error:
				'Mientras contabas cambió lo que se espera: en Efectivo $84.970 (antes $54.980). Revisa y guarda otra vez.',
		})
		expect((await read()).cierre?.id).toBe(seen.cierre?.id)
		const tomorrow = daysLater(seen.dia, 1)
		expect((await boss.get(`/api/admin_cierre/?dia=${tomorrow}`)).statusCode).toBe(422)
		expect((await close({ dia: tomorrow, anterior: null, conteos: [] })).statusCode).toBe(422)
		expect((await close({ dia: '2026-01-01', anterior: null, conteos: [] })).statusCode).toBe(422)
	})

	it('is refused while a method was counted whose money is not there any more', async () => {
		const seen = await read()
		const gone = { metodo: 'webpay', esperado: 29_990, contado: 29_990 }
		const body = { dia: seen.dia, anterior: seen.cierre?.id, conteos: [...counts(seen), gone] }
		expect((await close(body)).json()).toMatchObject({
			code: 'version_distinta',
			error: expect.stringContaining('$0 (antes $29.990)'),
		})
		expect((await read()).cierre?.id).toBe(seen.cierre?.id)
	})

	it('takes the last count of a method given twice, with what the shop expects', async () => {
		const seen = await read()
		const forged = { metodo: 'efectivo', esperado: 1, contado: 1 }
		const body = { dia: seen.dia, anterior: seen.cierre?.id, conteos: [forged, ...counts(seen)] }
		const { cierre } = (await close(body)).json<ClosingAnswer>()
		expect(cierre?.conteos.map(({ metodo, esperado }) => ({ metodo, esperado }))).toEqual(
			seen.metodos.map(({ metodo, esperado }) => ({ metodo, esperado })),
		)
	})

	it('by two at once is stored once', async () => {
		const seen = await read()
		const body = { dia: seen.dia, anterior: seen.cierre?.id, conteos: counts(seen) }
		const both = await Promise.all([close(body), close(body)])
		expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
	})

	it('has the count of each round that ended on the day, and why it differs', async () => {
		expect((await read()).rondas).toEqual([])
		const rounds = roundCalls(shop, boss, ana)
		const end = async (order: string, body: object) => {
			const round = await rounds.leave(await rounds.plan(order))
			await rounds.press(stopOf(round, order), 'entregar', { recibido: 30_000 })
			return await rounds.act(round, 'cerrar', body)
		}
		expect((await end(await rounds.toBring(0), { contado: 29_990 })).statusCode).toBe(200)
		expect((await end(await rounds.toBring(1), { contado: 25_000, motivo: 'di mal un vuelto' })).statusCode).toBe(200)
		// A discarded round has nothing to count.
		await rounds.act(await rounds.plan(await rounds.toBring(2)), 'cerrar')
		const cerrada_at = expect.any(String)
		expect((await read()).rondas).toEqual([
			{ cerrada_at, esperado: 29_990, contado: 29_990, motivo: '' },
			{ cerrada_at, esperado: 29_990, contado: 25_000, motivo: 'di mal un vuelto' },
		])
		expect((await read(`?dia=${daysLater(today(), -1)}`)).rondas).toEqual([])
	})
})
