import { eq, inArray, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { productos } from '#modules/catalog/tables.ts'
import { disputas } from '#modules/orders/payment-tables.ts'
import type { ListOrdersAnswer } from '#modules/orders/staff/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { readWaiting } from '#modules/today/server/read-today.ts'
import type { TodayAnswer } from '#modules/today/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'
import { writePayment, writeRefund } from '#tests/written-refund.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const camila = await aCustomer(shop)

const today = async () => (await boss.get('/api/admin_hoy/')).json<TodayAnswer>()
const counts = async () => Object.fromEntries((await today()).esperan.map(({ clave, cantidad }) => [clave, cantidad]))

it('is empty while nothing waits', async () => {
	expect((await today()).esperan).toEqual([])
})

it('lists transfers to confirm, and after it what was sold today and a week ago at this hour', async () => {
	const { orden_id } = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
	const set = { estado: 'en_revision' } as const
	await shop.database.db.update(ordenes).set(set).where(eq(ordenes.id, orden_id))
	expect(await today()).toMatchObject({
		vendido: { monto: 0, ordenes: 0 },
		esperan: [{ clave: 'por_confirmar', cantidad: 1, monto: 29_990, lugar: `tab=admin&orden=${orden_id}` }],
	})
	await boss.send('POST', `/api/admin_ordenes/${orden_id}/confirmar_transferencia/`)
	expect(await today()).toMatchObject({
		vendido: { monto: 29_990, ordenes: 1 },
		esperan: [{ clave: 'retiros_sin_hora' }],
	})
	const inWeek = (minutes: number) => new Date(shop.clock.now().getTime() + (7 * 24 * 60 + minutes) * 60_000)
	const sold = { monto: 29_990, ordenes: 1 }
	expect(await readWaiting(shop.database.db, inWeek(1))).toMatchObject({
		vendido: { monto: 0 },
		vendido_antes: sold,
	})
	// It was paid later on that day.
	expect(await readWaiting(shop.database.db, inWeek(-1))).toMatchObject({ vendido_antes: { monto: 0 } })
})

it('lists money owed apart from other cases', async () => {
	const owed = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
	const other = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
	const { db } = shop.database
	await db.update(ordenes).set({ atencion: 'falta_devolver' }).where(eq(ordenes.id, owed.orden_id))
	await db.update(ordenes).set({ atencion: 'orden_olvidada' }).where(eq(ordenes.id, other.orden_id))
	expect(await counts()).toMatchObject({ por_devolver: 1, casos: 1 })
})

it('leads to the order where one waits, and to the list where more do', async () => {
	const orders = [
		await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' }),
		await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' }),
	]
	const { db } = shop.database
	const place = async () => (await today()).esperan.find(({ clave }) => clave === 'por_confirmar')?.lugar
	const wait = async (at: number) =>
		await db
			.update(ordenes)
			.set({ estado: 'en_revision' })
			.where(eq(ordenes.id, orders[at]?.orden_id ?? ''))
	await wait(0)
	expect(await place()).toBe(`tab=admin&orden=${orders[0]?.orden_id}`)
	await wait(1)
	expect(await place()).toBe('tab=admin&seccion=ordenes&estado=en_revision')
})

it('lists deliveries to prepare, pickups without an hour, and colours with little stock', async () => {
	const order = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
	const { db } = shop.database
	await db.update(ordenes).set({ tipo_entrega: 'despacho' }).where(eq(ordenes.id, order.orden_id))
	await boss.send('POST', `/api/admin_ordenes/${order.orden_id}/confirmar_transferencia/`)
	const low = (threshold: object) => db.update(productos).set(threshold).where(eq(productos.color, 'Negro'))
	// Exactly at its threshold a colour is low, as in the mail and in the list of stock.
	await low({ low_stock_threshold: sql`${productos.stock}` })
	expect(await counts()).toMatchObject({ entregar_otro_dia: 1, retiros_sin_hora: 1, stock: 1 })
	await low({ low_stock_threshold: sql`${productos.stock} - 1` })
	expect(await counts()).not.toHaveProperty('stock')
})

it('lists open disputes with the next day to answer, and no fraud warning', async () => {
	const orders = [await aPlacedOrder(shop, camila), await aPlacedOrder(shop, camila), await aPlacedOrder(shop, camila)]
	const ids = orders.map(({ orden_id }) => orden_id)
	const { db } = shop.database
	const report = (at: number, tipo: 'contracargo' | 'reclamo' | 'fraude', estado: 'abierta' | 'ganada', day: string) =>
		db.insert(disputas).values({
			gateway: 'mercadopago',
			tipo,
			disputa_id: `${tipo}-${day}`,
			pago_id: `pago-${at}`,
			orden_id: ids[at] ?? '',
			estado,
			responder_hasta: new Date(`${day}T12:00:00Z`),
		})
	const row = async () => (await today()).esperan.find(({ clave }) => clave === 'disputas')
	await report(0, 'contracargo', 'ganada', '2026-12-01')
	await report(1, 'fraude', 'abierta', '2026-12-02')
	expect(await row()).toBeUndefined()
	await report(1, 'reclamo', 'abierta', '2026-12-09')
	expect(await row()).toMatchObject({ cantidad: 1, monto: 29_990, lugar: `tab=admin&orden=${ids[1]}` })
	await report(2, 'contracargo', 'abierta', '2026-12-07')
	expect(await row()).toMatchObject({
		cantidad: 2,
		lugar: 'tab=admin&seccion=ordenes&disputa=abierta',
		hasta: '2026-12-07T12:00:00.000Z',
	})
	const { results } = (await boss.get('/api/admin_listar_ordenes/?disputa=abierta')).json<ListOrdersAnswer>()
	expect(results.map(({ id }) => id)).toEqual([ids[2], ids[1]])
})

it('lists the gateway orders of today that were not paid, without customers who bought another one since', async () => {
	const orders = [await aPlacedOrder(shop, camila), await aPlacedOrder(shop, await aCustomer(shop, 'Eva'))]
	const ids = orders.map(({ orden_id }) => orden_id)
	const { db } = shop.database
	await db.update(ordenes).set({ estado: 'fallida' }).where(inArray(ordenes.id, ids))
	const row = async () => (await today()).esperan.find(({ clave }) => clave === 'sin_terminar')
	expect(await row()).toMatchObject({ cantidad: 2, monto: 59_980 })
	const list = await boss.get(`/api/admin_listar_ordenes/?${(await row())?.lugar}`)
	expect(list.json<ListOrdersAnswer>().results.map(({ id }) => id)).toEqual(ids.toReversed())
	await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
	expect(await row()).toMatchObject({ cantidad: 1, lugar: `tab=admin&orden=${ids[1]}` })
})

it('lists tax documents that were rejected, and those to review', async () => {
	const { orden_id } = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
	const { db } = shop.database
	const document = { orden_id, tipo: 39, monto: 29_990, fecha: '2026-11-20' } as const
	const states = ['aceptada', 'rechazada', 'rechazada', 'por_revisar'] as const
	await db
		.insert(documentosTributarios)
		.values(states.map((estado, at) => ({ ...document, estado, secuencia: at + 1 })))
	expect(await counts()).toMatchObject({ documento_rechazada: 2, documento_por_revisar: 1 })
	const rejected = (await today()).esperan.find(({ clave }) => clave === 'documento_rechazada')
	const list = await boss.get(`/api/admin_listar_ordenes/?${rejected?.lugar}`)
	expect(list.json<ListOrdersAnswer>().results.map(({ id }) => id)).toEqual([orden_id])
})

it('says what of the sales of today the shop sent back, and what a dispute holds', async () => {
	const { db } = shop.database
	const before = (await today()).vendido
	const [refunded, disputed] = [await writePayment(shop.database), await writePayment(shop.database)]
	for (const { orden_id } of [refunded, disputed])
		await db.update(ordenes).set({ pagada_at: shop.clock.now() }).where(eq(ordenes.id, orden_id))
	await writeRefund(shop.database, refunded, { estado: 'hecha', monto: 10_000 })
	const { gateway, pago_id, orden_id } = disputed
	const dispute = { gateway, tipo: 'contracargo', disputa_id: 'c-today', pago_id, orden_id } as const
	await db.insert(disputas).values({ ...dispute, estado: 'abierta' })
	expect((await today()).vendido).toEqual({
		monto: before.monto + 59_980,
		ordenes: before.ordenes + 2,
		devuelto: before.devuelto + 10_000,
		en_disputa: before.en_disputa + 29_990,
	})
})

it('counts a case of an open dispute with the disputes alone', async () => {
	const { db } = shop.database
	const before = await counts()
	const { gateway, pago_id, orden_id } = await writePayment(shop.database)
	const dispute = { gateway, tipo: 'contracargo', disputa_id: 'c-once', pago_id, orden_id } as const
	await db.insert(disputas).values({ ...dispute, estado: 'abierta' })
	await db.update(ordenes).set({ atencion: 'contracargo_abierto' }).where(eq(ordenes.id, orden_id))
	expect(await counts()).toMatchObject({ disputas: (before.disputas ?? 0) + 1 })
	expect((await counts()).casos).toBe(before.casos)
	await db.update(disputas).set({ estado: 'perdida' }).where(eq(disputas.pago_id, pago_id))
	await db.update(ordenes).set({ atencion: 'contracargo_perdido' }).where(eq(ordenes.id, orden_id))
	expect((await counts()).casos).toBe((before.casos ?? 0) + 1)
})

it('counts no colour that was deleted among those with little stock', async () => {
	const { db } = shop.database
	await db.update(productos).set({ low_stock_threshold: 9_999 }).where(eq(productos.color, 'Negro'))
	const { stock = 0 } = await counts()
	await db.update(productos).set({ deleted_at: shop.clock.now() }).where(eq(productos.color, 'Negro'))
	expect((await counts()).stock ?? 0).toBe(stock - 1)
})
