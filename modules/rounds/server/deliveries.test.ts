import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn, shopZone } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { ListOrdersAnswer, OrderDetail } from '#modules/orders/staff/shapes.ts'
import type { DeliveryNumbersAnswer, ListDeliveriesAnswer, RoundAnswer } from '#modules/rounds/shapes.ts'
import { paradas } from '#modules/rounds/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { aClerk, theBoss } from '#tests/staff-helpers.ts'

/** A day with two stops on time (one paid in cash), one late, one failed, one not visited. */

const shop = await aShop()
goOnToTheMorning()
let boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
let rounds = roundCalls(shop, boss, ana)
const day = await aDeliveryDay()

/** Moves the clock to ten o'clock in Santiago, so that all happens on one day whenever the test runs. */
function goOnToTheMorning(): void {
	const hour = new Intl.DateTimeFormat('en', { timeZone: shopZone, hour: 'numeric', hourCycle: 'h23' })
	shop.clock.advanceMinutes(((34 - Number(hour.format(shop.clock.now()))) % 24) * 60)
}

async function aDeliveryDay() {
	const [cash, missed, late] = [await rounds.toBring(0), await rounds.toBring(1), await rounds.toBring(2)]
	const skipped = await rounds.toBring(3, { paid: true })
	const round = await rounds.leave(await rounds.plan(cash, missed, late, skipped))
	// Within the announced hour, whatever the hour of the departure.
	const wait = Math.ceil((Date.parse(stopOf(round, cash)?.desde ?? '') - shop.clock.now().getTime()) / 60_000)
	if (wait > 0) shop.clock.advanceMinutes(wait)
	boss = await theBoss(shop)
	rounds = roundCalls(shop, boss, ana)
	await rounds.press(stopOf(round, cash), 'entregar', { recibe: '=Ana', recibido: '30000' })
	await rounds.press(stopOf(round, missed), 'no_entregar', { motivo: 'nadie_en_casa', nota: 'timbre malo' })
	shop.clock.advanceMinutes(90)
	boss = await theBoss(shop)
	rounds = roundCalls(shop, boss, ana)
	await rounds.press(stopOf(round, late), 'entregar', { recibe: 'Conserje', recibido: '29990' })
	return { cash, missed, late, skipped, ronda: round.numero }
}

const list = async (query = '') => (await boss.get(`/api/admin_entregas/?${query}`)).json<ListDeliveriesAnswer>()
const ordersOf = async (query = '') => (await list(query)).results.map(({ orden_id }) => orden_id)

describe('the list of deliveries', () => {
	it('shows order, round, courier, window, recipient and cash of each', async () => {
		const { results, count } = await list()
		expect(count).toBe(4)
		const found = (id: string) => results.find(({ orden_id }) => orden_id === id)
		expect(found(day.cash)).toMatchObject({
			estado: 'entregada',
			orden_estado: 'completado',
			recibe: '=Ana',
			cobrado: 29_990,
			vuelto: 10,
			direccion: 'Calle 0, depto 5',
			ronda: day.ronda,
			atrasada: false,
			motivo: null,
			nombre: expect.stringMatching(/^Ana/),
			repartidor: expect.stringContaining('@'),
		})
		const { desde, hasta, hecha_at } = found(day.cash) ?? {}
		expect(Date.parse(hasta ?? '') - Date.parse(desde ?? '')).toBe(3_600_000)
		expect(Date.parse(hecha_at ?? '')).toBeLessThan(Date.parse(hasta ?? ''))
		expect(found(day.missed)).toMatchObject({ estado: 'no_entregada', motivo: 'nadie_en_casa', nota: 'timbre malo' })
		expect(found(day.late)).toMatchObject({ estado: 'entregada', atrasada: true, recibe: 'Conserje' })
		// On its way, and later than announced.
		expect(found(day.skipped)).toMatchObject({ estado: 'en_ruta', hecha_at: null, cobrado: null })
	})

	it('filters by state, day, courier and lateness', async () => {
		expect(await ordersOf('estado=no_entregada')).toEqual([day.missed])
		expect((await ordersOf('estado=entregada')).toSorted()).toEqual([day.cash, day.late].toSorted())
		const today = dayIn(shop.clock.now())
		expect((await ordersOf(`desde=${today}&hasta=${today}`)).length).toBe(4)
		expect(await ordersOf('hasta=2020-01-01')).toEqual([])
		const lateOnes = await ordersOf('atrasada=1')
		expect(lateOnes).toContain(day.late)
		expect(lateOnes).not.toContain(day.cash)
		expect(lateOnes).not.toContain(day.missed)
		expect(await ordersOf('estado=entregada&atrasada=1')).toEqual([day.late])
		const [account] = await shop.database.db.select().from(usuarios).where(eq(usuarios.is_staff, true))
		expect((await ordersOf(`repartidor=${account?.id}`)).length).toBe(4)
		expect(await ordersOf('repartidor=999999')).toEqual([])
		for (const wrong of ['estado=perdida', 'repartidor=ana', 'atrasada=2', 'desde=ayer', 'page=0']) {
			expect((await boss.get(`/api/admin_entregas/?${wrong}`)).statusCode, wrong).toBe(400)
		}
	})

	it('marks a delivery late while it is on its way after its hour, and no longer once it is undone', async () => {
		expect(await ordersOf('estado=en_ruta&atrasada=1')).toEqual([])
		shop.clock.advanceMinutes(120)
		boss = await theBoss(shop)
		rounds = roundCalls(shop, boss, ana)
		expect(await ordersOf('estado=en_ruta&atrasada=1')).toEqual([day.skipped])
		expect((await list('estado=en_ruta')).results[0]?.atrasada).toBe(true)
		const [stop] = await shop.database.db.select().from(paradas).where(eq(paradas.orden_id, day.skipped))
		const round = (await boss.get(`/api/admin_rondas/${stop?.ronda_id}/`)).json()
		await rounds.press(stopOf(round, day.skipped), 'entregar', { recibe: 'Eva' })
		expect(await ordersOf('estado=entregada&atrasada=1')).toContain(day.skipped)
		await rounds.press(stopOf(round, day.skipped), 'deshacer')
		const [undone] = await shop.database.db.select().from(paradas).where(eq(paradas.orden_id, day.skipped))
		expect(undone).toMatchObject({ atrasada: false, estado: 'en_ruta' })
	})

	it('lists each delivery once over its pages', async () => {
		const whole = await ordersOf('page_size=100')
		const paged: string[] = []
		for (let page = 1; page <= whole.length; page++) paged.push(...(await ordersOf(`page_size=1&page=${page}`)))
		expect(paged).toEqual(whole)
		expect(new Set(whole).size).toBe(whole.length)
	})
})

describe('the file entregas.csv', () => {
	it('contains the filtered deliveries without formulas, and its export is logged with the account', async () => {
		const file = await boss.get('/api/admin_exportar/entregas.csv?estado=entregada')
		expect(file.statusCode, file.body).toBe(200)
		expect(file.headers['content-disposition']).toBe('attachment; filename="entregas.csv"')
		const [head = '', ...lines] = file.body.trim().split('\r\n')
		expect(head).toMatch(/nro_orden;ronda;estado;desde;hasta;hecha;atrasada;adelantada;recibe;/)
		expect(lines).toHaveLength(2)
		expect(lines[0]).toMatch(/;entregada;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;.*;no;'=Ana;;;29990;10;/)
		expect(lines[1]).toContain(';sí;no;Conserje;')
		const written = await shop.database.db.select().from(auditoria).where(eq(auditoria.detalle, 'entregas.csv'))
		expect(written).toMatchObject([{ accion: 'exportado', despues: 'estado=entregada' }])
	})

	it('requires a fresh proof of identity after an absence, and is open to clerks', async () => {
		const clerk = await aClerk(shop)
		expect((await clerk.get('/api/admin_exportar/entregas.csv')).statusCode).toBe(200)
		shop.clock.advanceMinutes(31)
		expect((await clerk.get('/api/admin_exportar/entregas.csv')).statusCode).not.toBe(200)
		boss = await theBoss(shop)
		rounds = roundCalls(shop, boss, ana)
	})

	it('is complete for any number of deliveries', async () => {
		const extra = await rounds.toBring(0)
		const round = await rounds.plan(extra)
		const copies = Array.from({ length: 1_100 }, () => ({
			id: crypto.randomUUID(),
			ronda_id: round.id,
			orden_id: extra,
			posicion: 0,
			estado: 'no_entregada' as const,
			motivo: 'otro' as const,
			llega_at: new Date('2026-01-05T15:00:00Z'),
			nota: 'copia',
		}))
		await shop.database.db.insert(paradas).values(copies)
		const { body } = await boss.get('/api/admin_exportar/entregas.csv?desde=2026-01-05&hasta=2026-01-05')
		expect(body.trim().split('\r\n')).toHaveLength(1_101)
		expect((await list('desde=2026-01-05&hasta=2026-01-05')).count).toBe(1_100)
		expect((await ordersOf('hasta=2026-01-04')).length).toBe(0)
		await shop.database.db.delete(paradas).where(eq(paradas.nota, 'copia'))
	})
})

describe('the numbers of deliveries', () => {
	const today = () => dayIn(shop.clock.now())
	const numbers = async (query = '') =>
		(
			await boss.get(`/api/admin_numeros_reparto/?desde=${today()}&hasta=${today()}&${query}`)
		).json<DeliveryNumbersAnswer>()

	it('show punctuality, driving, and the cost per delivery from the settings', async () => {
		const [stop] = await shop.database.db.select().from(paradas).where(eq(paradas.orden_id, day.cash))
		const round = (await boss.get(`/api/admin_rondas/${stop?.ronda_id}/`)).json<RoundAnswer>()
		const seconds = (Date.parse(round.vuelve_at) - Date.parse(round.salida_at)) / 1_000
		const { total, por_periodo, costo_km, costo_hora } = await numbers()
		expect([costo_km, costo_hora]).toEqual([200, 4_000])
		expect(round.metros).toBeGreaterThan(1_000)
		const cost = Math.round((round.metros * 200) / 1_000 + (Math.round(seconds) * 4_000) / 3_600)
		expect(total).toEqual({
			rondas: 1,
			entregadas: 2,
			a_tiempo: 1,
			a_tiempo_porcentaje: 50,
			adelantadas: 0,
			no_entregadas: 1,
			metros: round.metros,
			segundos: Math.round(seconds),
			costo: cost,
			costo_por_entrega: Math.round(cost / 2),
		})
		expect(por_periodo).toEqual([{ periodo: today(), ...total }])
		expect((await numbers('por=mes')).por_periodo[0]?.periodo).toBe(`${today().slice(0, 7)}-01`)
		await boss.send('PUT', '/api/admin_ajustes/', {
			cambios: [
				{ clave: 'costo_km', valor: 0 },
				{ clave: 'costo_hora', valor: 0 },
			],
		})
		expect((await numbers()).total).toMatchObject({ costo: 0, costo_por_entrega: 0 })
	})

	it('exclude stops not visited and the way to them, and export as a file', async () => {
		const before = (await numbers()).total
		const [stop] = await shop.database.db.select().from(paradas).where(eq(paradas.orden_id, day.skipped))
		expect((await rounds.post(`/api/admin_rondas/${stop?.ronda_id}/cerrar/`, { contado: 59_980 })).statusCode).toBe(200)
		const { total } = await numbers()
		expect(total).toMatchObject({ rondas: 1, entregadas: 2, no_entregadas: 1 })
		expect(total.metros).toBeLessThan(before.metros)
		expect(total.metros).toBeGreaterThan(0)
		const file = await boss.get(`/api/admin_exportar/reparto.csv?desde=${today()}&hasta=${today()}&por=semana`)
		const [head, line, ...more] = file.body.trim().split('\r\n')
		expect(head).toMatch(/desde;rondas;entregadas;a_tiempo;/)
		expect(line).toMatch(/^\d{4}-\d\d-\d\d;1;2;1;50;0;1;[\d,]+;[\d,]+;0;0$/)
		expect(more).toEqual([])
	})

	it('are empty without deliveries, and reject an invalid period', async () => {
		const empty = (await boss.get('/api/admin_numeros_reparto/?desde=2020-01-01&hasta=2020-01-31')).json()
		expect(empty).toMatchObject({
			por_periodo: [],
			total: { rondas: 0, a_tiempo_porcentaje: null, costo_por_entrega: null },
		})
		const call = async (query: string) => (await boss.get(`/api/admin_numeros_reparto/?${query}`)).statusCode
		expect(await call('desde=2026-02-02&hasta=2026-02-01')).toBe(422)
		expect(await call('por=hora')).toBe(400)
	})
})

describe('the delivery state of an order', () => {
	const listed = async (query: string) => {
		const { results } = (await boss.get(`/api/admin_listar_ordenes/?page_size=100&${query}`)).json<ListOrdersAnswer>()
		return results.map(({ id, entrega }) => ({ id, entrega }))
	}
	const entregaOf = async (id: string) => (await listed('')).find((order) => order.id === id)?.entrega

	it('is shown and filterable from waiting to the door', async () => {
		const order = await rounds.toBring(1)
		const isFoundBy = async (entrega: string) => {
			for (const other of ['por_preparar', 'en_ruta', 'entregada', 'no_entregada']) {
				const found = await listed(`entrega=${other}`)
				expect(
					found.some(({ id }) => id === order),
					other,
				).toBe(other === entrega)
				expect(found.every((one) => one.entrega === other)).toBe(true)
			}
			expect(await entregaOf(order)).toBe(entrega)
		}
		await isFoundBy('por_preparar')
		const planned = await rounds.plan(order)
		await isFoundBy('por_preparar')
		const round = await rounds.leave(planned)
		await isFoundBy('en_ruta')
		await rounds.press(stopOf(round, order), 'no_entregar', { motivo: 'rechazado' })
		await isFoundBy('no_entregada')
		const plannedAgain = await rounds.plan(order)
		await isFoundBy('por_preparar')
		const again = await rounds.leave(plannedAgain)
		await isFoundBy('en_ruta')
		await rounds.press(stopOf(again, order), 'entregar', { recibe: 'Eva', recibido: '29990' })
		await isFoundBy('entregada')
		const detail = (await boss.get(`/api/admin_ordenes/${order}/`)).json<OrderDetail>()
		expect(detail.entregas).toMatchObject([
			{ estado: 'no_entregada', motivo: 'rechazado', fotos: [], ronda: round.numero },
			{ estado: 'entregada', recibe: 'Eva', cobrado: 29_990, ronda: again.numero },
		])
	})

	it('is empty for pickups and cancelled orders, and set for deliveries without a round', async () => {
		const pickup = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955400009' })
		expect(await entregaOf(pickup.orden_id)).toBeNull()
		const byHand = await rounds.toBring(1, { paid: true })
		expect(await listed('entrega=por_preparar')).toContainEqual({ id: byHand, entrega: 'por_preparar' })
		await boss.send('POST', `/api/admin_ordenes/${byHand}/entregar/`)
		expect(await entregaOf(byHand)).toBe('entregada')
		const called = await rounds.toBring(1)
		await boss.send('POST', `/api/admin_ordenes/${called}/cancelar/`, { motivo: 'se arrepintió' })
		expect(await entregaOf(called)).toBeNull()
	})
})
