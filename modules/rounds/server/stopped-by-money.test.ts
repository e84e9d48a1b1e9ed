import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import { refundUntil } from '#modules/orders/consumer-rights.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import type { Case, OrderDetail } from '#modules/orders/staff/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { DeliveriesAnswer, RoundAnswer } from '#modules/rounds/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const rounds = roundCalls(shop, boss, ana)

const act = (orderId: string, what: string, body: object = {}) =>
	boss.send('POST', `/api/admin_ordenes/${orderId}/${what}/`, body, { 'idempotency-key': randomUUID() })
const refund = (orderId: string, monto = 29_990) =>
	act(orderId, 'devolver_a_mano', { monto, medio: 'transferencia', fecha: dayIn(shop.clock.now()) })
const detailOf = async (orderId: string) => (await boss.get(`/api/admin_ordenes/${orderId}/`)).json<OrderDetail>()
const ready = async () => (await boss.get('/api/admin_reparto/')).json<DeliveriesAnswer>()
const casesOf = async () => (await boss.get('/api/admin_casos/')).json<{ results: Case[] }>().results
const isCase = async (orderId: string) => (await casesOf()).some(({ id }) => id === orderId)

describe('a refunded order', () => {
	it('is rejected by planning and by adding a stop, until staff give a reason to deliver it all the same', async () => {
		const [good, order] = [await rounds.toBring(0), await rounds.toBring(1, { paid: true })]
		expect((await refund(order)).json()).toMatchObject({ dinero: 'devuelta', devuelto: 29_990, entrega: null })
		const refused = await rounds.post('/api/admin_rondas/', { ordenes: [good, order] })
		expect([refused.statusCode, refused.json().code]).toEqual([409, 'entrega_detenida'])
		expect(refused.json().error).toMatch(/^La orden \d+ no se entrega: su dinero ya se devolvió \(\$29\.990\)/)
		const round = await rounds.plan(good)
		expect((await rounds.act(round, 'agregar', { orden_id: order })).json().code).toBe('entrega_detenida')
		const listed = (await ready()).despachos.find(({ orden_id }) => orden_id === order)
		expect(listed).toMatchObject({ detenida: true, dinero: 'devuelta' })
		expect((await act(order, 'entregar')).json().code).toBe('entrega_detenida')

		expect((await act(order, 'entregar_igual', { motivo: 'Se la regalamos' })).statusCode).toBe(200)
		expect((await rounds.act(round, 'agregar', { orden_id: order })).statusCode).toBe(200)
		const left = await rounds.leave(round)
		expect((await rounds.press(stopOf(left, order), 'entregar', { recibe: 'Ana' })).statusCode).toBe(200)
		expect(await orderRow(shop, order)).toMatchObject({ estado: 'completado', entrega_liberada: 'dinero' })
	})

	it('stops its round from starting, and its stop on the way', async () => {
		const [one, other] = [await rounds.toBring(0, { paid: true }), await rounds.toBring(2, { paid: true })]
		const round = await rounds.plan(one, other)
		await refund(one)
		const refused = await rounds.act(round, 'salir')
		expect([refused.statusCode, refused.json().code]).toEqual([409, 'entrega_detenida'])
		await rounds.act(round, 'quitar', { parada_id: stopOf(round, one)?.id })
		const left = await rounds.leave(round)
		expect(left.estado).toBe('en_curso')
		await refund(other)
		const [stop] = (await boss.get(`/api/admin_rondas/${round.id}/`)).json<RoundAnswer>().paradas
		expect(stop).toMatchObject({ anulada: true, dinero: 'devuelta' })
		const pressed = await rounds.press(stop, 'entregar', { recibe: 'Ana' })
		expect([pressed.statusCode, pressed.json().code]).toEqual([409, 'entrega_detenida'])
	})

	it('is still delivered after a partial refund', async () => {
		const order = await rounds.toBring(1, { paid: true })
		expect((await refund(order, 10_000)).json()).toMatchObject({ dinero: 'devuelta_en_parte', devuelto: 10_000 })
		expect((await rounds.plan(order)).paradas).toHaveLength(1)
	})

	it('is stopped from the request of a refund at its gateway, and free again when the gateway refuses it', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana, { carrito: [cartLine('Rosado')] })
		await pay(init_point ?? '', 'Aprobar pago')
		await shop.drainJobs()
		await act(orden_id, 'devolver', { monto: 29_990, motivo: 'No la quiere' })
		expect(await detailOf(orden_id)).toMatchObject({ dinero: 'por_devolver', entrega_detenida: true, por_devolver: 0 })
		await shop.drainJobs()
		expect(await detailOf(orden_id)).toMatchObject({ dinero: 'devuelta', devuelto: 29_990, entrega_detenida: true })
	})

	it('is not handed over as a pickup, and gets no pickup hour', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', telefono: '955400123' })
		await act(orden_id, 'confirmar_transferencia')
		await shop.database.db.update(ordenes).set({ horario_retiro: null }).where(eq(ordenes.id, orden_id))
		await refund(orden_id)
		const press = (what: string, body: object) =>
			boss.send('POST', `/api/admin_retiros/${orden_id}/${what}/`, body, { 'idempotency-key': randomUUID() })
		const tomorrow = `${dayIn(new Date(shop.clock.now().getTime() + 86_400_000))}T18:30`
		expect((await press('acordar', { hora: tomorrow })).json().code).toBe('entrega_detenida')
		expect((await press('entregar', { sin_codigo: 'olvidó el teléfono' })).json().code).toBe('entrega_detenida')
	})
})

describe('a cancelled order that was paid', () => {
	it('is a case with the amount owed, until all of it is refunded', async () => {
		const order = await rounds.toBring(1, { paid: true })
		expect((await act(order, 'cancelar')).json()).toMatchObject({
			dinero: 'por_devolver',
			por_devolver: 29_990,
			atencion: 'falta_devolver',
		})
		expect((await refund(order, 9990)).json()).toMatchObject({ por_devolver: 20_000, atencion: 'falta_devolver' })
		const owed = (await boss.get('/api/admin_listar_ordenes/?atencion=falta_devolver')).json().results
		expect(owed.map(({ id }: { id: string }) => id)).toContain(order)
		const found = (await casesOf()).find(({ id }) => id === order)
		expect(found).toMatchObject({ devolver_hasta: refundUntil(shop.clock.now()) })
		expect((await refund(order, 20_000)).json()).toMatchObject({ dinero: 'devuelta', atencion: null })
		expect(await isCase(order)).toBe(false)
	})

	it('becomes a case for its money when the previous case is resolved', async () => {
		const order = await rounds.toBring(1, { paid: true })
		await shop.database.db.update(ordenes).set({ atencion: 'entrega_por_anular' }).where(eq(ordenes.id, order))
		expect((await act(order, 'cancelar')).json()).toMatchObject({ atencion: 'entrega_por_anular' })
		const resolve = () => boss.send('POST', `/api/admin_casos/${order}/resolver/`)
		expect((await resolve()).json()).toMatchObject({ atencion: 'falta_devolver' })
		expect((await resolve()).json()).toMatchObject({ atencion: null })
	})

	it('is no case any more when staff set it back to paid', async () => {
		const order = await rounds.toBring(1, { paid: true })
		await act(order, 'cancelar')
		const answer = await boss.send('PUT', `/api/admin_ordenes/${order}/`, { estado: 'pagada' })
		expect(answer.json()).toMatchObject({ dinero: 'pagada', por_devolver: 0, atencion: null })
		await act(order, 'cancelar')
	})
})

describe('a total that staff lower after the payment', () => {
	it('leaves the difference owed as a case, and the delivery free', async () => {
		const order = await rounds.toBring(2, { paid: true })
		const answer = await boss.send('PUT', `/api/admin_ordenes/${order}/`, { total: 2999 })
		expect(answer.json()).toMatchObject({ dinero: 'pagada', por_devolver: 26_991, atencion: 'falta_devolver' })
		expect((await rounds.plan(order)).paradas).toHaveLength(1)
	})
})

describe('the money of an order', () => {
	it('is shown to staff in lists and search, and to its customer', async () => {
		const order = await rounds.toBring(0, { paid: true })
		await refund(order, 29_990)
		const { nro_orden } = await orderRow(shop, order)
		const expected = { dinero: 'devuelta', devuelto: 29_990 }
		const list = await boss.get(`/api/admin_listar_ordenes/?nro_orden=${nro_orden}`)
		expect(list.json().results[0]).toMatchObject(expected)
		const found = await boss.get(`/api/admin_buscar/?q=${nro_orden}`)
		expect(found.json().results[0]).toMatchObject(expected)
		const sheets = await boss.get(`/api/admin_hojas/?ordenes=${nro_orden}`)
		expect(sheets.json().hojas[0]).toMatchObject({ ...expected, se_entrega: false })
		const headers = { authorization: `Bearer ${ana.access}` }
		const { ordenes: own } = (await shop.app.inject({ url: '/api/perfil/', headers })).json<{
			ordenes: ProfileOrder[]
		}>()
		const seen = own.find(({ id }) => id === order)
		expect(seen).toMatchObject({ ...expected, por_devolver: 0 })
	})
})
