import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { openPostgres } from '#core/server/db/database.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { retiros } from '#modules/rounds/tables.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'
import { aClerk, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

// The embedded database has one connection; only a server shows real concurrency.
let postgres: PostgresServer
let shop: TestShop
let boss: StaffCalls
let clerk: StaffCalls
let ana: TestCustomer

beforeAll(async () => {
	postgres = await startPostgres()
	shop = await openTestShop({ database: await openPostgres(await postgres.createDatabase('reparto'), () => {}) })
	boss = await theBoss(shop)
	clerk = await aClerk(shop)
	ana = await aCustomer(shop, 'Ana')
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
	await postgres.stop()
})

let phones = 966_600_000
async function toBring(color: string): Promise<string> {
	const carrito = [{ nombre: 'Premium Shaker', sku: 'PREM-SHAKER-650', imagen: '', color, precio: 29_990, cantidad: 1 }]
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: String(phones++), carrito })
	const door = { tipo_entrega: 'despacho', direccion: 'Moneda 970', lat: -33.44, lng: -70.65 } as const
	await shop.database.db.update(ordenes).set(door).where(eq(ordenes.id, orden_id))
	return orden_id
}
const plan = (who: StaffCalls, orders: string[], key: string = randomUUID()) =>
	who.send('POST', '/api/admin_rondas/', { ordenes: orders }, { 'idempotency-key': key })
const press = (who: StaffCalls, stopId: string | undefined, what: string, key: string = randomUUID()) =>
	who.send(
		'POST',
		`/api/admin_paradas/${stopId}/${what}/`,
		{ hecha_at: shop.clock.now().toISOString(), recibido: 30_000, motivo: 'nadie_en_casa' },
		{ 'idempotency-key': key },
	)
async function onTheWay(...orders: string[]): Promise<RoundAnswer> {
	const { id } = (await plan(boss, orders)).json<RoundAnswer>()
	return (await boss.send('POST', `/api/admin_rondas/${id}/salir/`)).json()
}
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted()

it('one click that arrives several times in parallel plans one round', async () => {
	const order = await toBring('Negro')
	const key = randomUUID()
	const answers = await Promise.all(Array.from({ length: 6 }, () => plan(boss, [order], key)))
	expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200])
	expect(new Set(answers.map((answer) => answer.json<RoundAnswer>().id)).size).toBe(1)
})

it('two members of staff who plan the same orders in parallel plan one round', async () => {
	const [one, other] = [await toBring('Negro'), await toBring('Celeste')]
	const answers = await Promise.all([plan(boss, [one, other]), plan(clerk, [other, one]), plan(boss, [other])])
	expect(statuses(answers)).toEqual([200, 409, 409])
})

it('a full refund parallel to planning rejects the round or prevents its departure', async () => {
	for (const color of ['Negro', 'Celeste', 'Rosado']) {
		const order = await toBring(color)
		await shop.database.db.update(ordenes).set({ metodo_pago: 'transferencia' }).where(eq(ordenes.id, order))
		await boss.send('POST', `/api/admin_ordenes/${order}/confirmar_transferencia/`)
		const refund = { monto: 29_990, medio: 'transferencia', fecha: dayIn(shop.clock.now()) }
		const refundOnce = () =>
			boss.send('POST', `/api/admin_ordenes/${order}/devolver_a_mano/`, refund, { 'idempotency-key': randomUUID() })
		const [one, planned, other] = await Promise.all([refundOnce(), plan(clerk, [order]), refundOnce()])
		expect(statuses([one, other])).toEqual([200, 409])
		expect((await orderRow(shop, order)).entrega_detenida).toBe(true)
		if (planned.statusCode === 409) expect(planned.json().code).toBe('entrega_detenida')
		else {
			const left = await boss.send('POST', `/api/admin_rondas/${planned.json<RoundAnswer>().id}/salir/`)
			expect([left.statusCode, left.json().code]).toEqual([409, 'entrega_detenida'])
		}
	}
})

it('two phones at one door record one delivery and one cash payment', async () => {
	const order = await toBring('Blanco')
	const round = await onTheWay(order)
	const stop = round.paradas[0]?.id
	const answers = await Promise.all([
		...[boss, clerk, boss, clerk].map((who) => press(who, stop, 'entregar')),
		...[boss, clerk].map((who) => press(who, stop, 'no_entregar')),
	])
	expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
	const done = (await boss.get(`/api/admin_rondas/${round.id}/`)).json<RoundAnswer>().paradas[0]
	const isDelivered = done?.estado === 'entregada'
	expect(done?.cobrado).toBe(isDelivered ? 29_990 : null)
	expect((await orderRow(shop, order)).estado).toBe(isDelivered ? 'completado' : 'pendiente')
	const written = await shop.database.db
		.select()
		.from(auditoria)
		.where(and(eq(auditoria.ref, order), eq(auditoria.accion, 'entregada')))
	expect(written).toHaveLength(isDelivered ? 1 : 0)
})

it('an order cancelled parallel to its delivery is either cancelled or delivered', async () => {
	for (let again = 0; again < 5; again++) {
		const order = await toBring('Rosado')
		const round = await onTheWay(order)
		const [handed, cancelled] = await Promise.all([
			press(clerk, round.paradas[0]?.id, 'entregar'),
			boss.send('POST', `/api/admin_ordenes/${order}/cancelar/`, {}),
		])
		// A delivered order can still be cancelled; a cancelled one cannot be delivered.
		expect(cancelled.statusCode).toBe(200)
		expect([200, 409]).toContain(handed.statusCode)
		expect((await orderRow(shop, order)).estado).toBe('cancelado')
	}
})

it('parallel updates of different stops of one round cause no deadlock', async () => {
	const orders = [await toBring('Celeste'), await toBring('Celeste'), await toBring('Blanco'), await toBring('Blanco')]
	const round = await onTheWay(...orders)
	const answers = await Promise.all(
		round.paradas.map(({ id }, at) => press(at % 2 === 0 ? boss : clerk, id, 'entregar')),
	)
	expect(statuses(answers)).toEqual([200, 200, 200, 200])
})

it('two members of staff who hand over one pickup in parallel record it and its payment once', async () => {
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: String(phones++) })
	const handOver = (who: StaffCalls, key: string = randomUUID()) =>
		who.send(
			'POST',
			`/api/admin_retiros/${orden_id}/entregar/`,
			{ sin_codigo: 'Mostró su cédula', recibido: 30_000 },
			{ 'idempotency-key': key },
		)
	const key = randomUUID()
	const answers = await Promise.all([
		...[boss, clerk, boss, clerk].map((who) => handOver(who)),
		...[boss, boss].map((who) => handOver(who, key)),
	])
	// Two requests with one key are one action: when it was first, both succeed.
	const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code)
	expect([4, 5]).toContain(refused.length)
	expect(new Set(refused)).toEqual(new Set(['retiro_hecho']))
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'completado', pagada_at: expect.any(Date) })
	const [pickup] = await shop.database.db.select().from(retiros).where(eq(retiros.orden_id, orden_id))
	expect(pickup).toMatchObject({ cobrado: 29_990, vuelto: 10, sin_codigo: 'Mostró su cédula' })
	expect(pickup?.claves).toHaveLength(1)
	const written = await shop.database.db.select().from(auditoria).where(eq(auditoria.ref, orden_id))
	expect(written.filter(({ accion }) => accion === 'entregada')).toHaveLength(1)
})
