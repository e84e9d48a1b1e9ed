import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import type { DeliveriesAnswer, RoundAnswer } from '#modules/rounds/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const rounds = roundCalls(shop, boss, ana)

const waiting = async () => (await boss.get('/api/admin_reparto/')).json<DeliveriesAnswer>()
const placesOf = (round: RoundAnswer) => round.paradas.map(({ orden_id }) => orden_id)
const mailsOf = (orden_id: string) =>
	shop.database.db
		.select()
		.from(correos)
		.where(and(eq(correos.orden_id, orden_id), eq(correos.plantilla, 'en_camino')))

describe('the orders that wait for a round', () => {
	it('show deliveries and pickups apart, cash to collect, and lateness', async () => {
		const cash = await rounds.toBring(0)
		const paid = await rounds.toBring(1, { paid: true })
		const pickup = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955400000' })
		const { despachos, retiros } = await waiting()
		const found = (id: string) => despachos.find(({ orden_id }) => orden_id === id)
		expect(found(cash)).toMatchObject({
			por_cobrar: 29_990,
			intentos: 0,
			atrasada: false,
			direccion: 'Calle 0, depto 5',
		})
		expect(found(paid)).toMatchObject({ por_cobrar: 0, unidades: [{ color: 'Celeste', cantidad: 1 }] })
		expect(retiros.map(({ orden_id }) => orden_id)).toContain(pickup.orden_id)
		expect(found(pickup.orden_id)).toBeUndefined()
		await shop.database.db
			.update(ordenes)
			.set({ created_at: new Date(shop.clock.now().getTime() - 9 * 86_400_000) })
			.where(eq(ordenes.id, cash))
		const late = (await waiting()).despachos
		expect(late[0]).toMatchObject({ orden_id: cash, atrasada: true })
	})
})

describe('a round', () => {
	it('visits its stops by the shortest driving time, and removes them from the list', async () => {
		const [near, far, middle] = [await rounds.toBring(0), await rounds.toBring(3), await rounds.toBring(2)]
		const round = await rounds.plan(far, near, middle)
		expect([placesOf(round), placesOf(round).toReversed()]).toContainEqual([near, middle, far])
		expect(round).toMatchObject({
			estado: 'borrador',
			fuente: 'embedded',
			estimada: false,
			minutos_parada: 5,
			atrasada: false,
		})
		const hours = round.paradas.map(({ llega_at }) => Date.parse(llega_at))
		expect(hours).toEqual(hours.toSorted())
		expect(Date.parse(round.vuelve_at)).toBeGreaterThan(hours.at(-1) ?? 0)
		const listed = (await waiting()).despachos.map(({ orden_id }) => orden_id)
		expect(listed).not.toContain(near)
		expect((await rounds.post('/api/admin_rondas/', { ordenes: [near] })).json().code).toBe('orden_no_se_entrega')
	})

	it('is planned once per click, however often it arrives', async () => {
		const order = await rounds.toBring(1)
		const key = randomUUID()
		const first = (await rounds.post('/api/admin_rondas/', { ordenes: [order] }, key)).json<RoundAnswer>()
		const second = (await rounds.post('/api/admin_rondas/', { ordenes: [order] }, key)).json<RoundAnswer>()
		expect(first.paradas).toHaveLength(1)
		expect(second.id).toBe(first.id)
	})

	it('rejects cancelled, pickup, disputed and unknown orders', async () => {
		const good = await rounds.toBring(0)
		const cancelled = await rounds.toBring(1)
		await boss.send('POST', `/api/admin_ordenes/${cancelled}/cancelar/`, {})
		const disputed = await rounds.toBring(1, { paid: true })
		await shop.database.db.update(ordenes).set({ entrega_detenida: true }).where(eq(ordenes.id, disputed))
		const pickup = (await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', telefono: '955400000' })).orden_id
		const codeWith = async (wrong: string) =>
			(await rounds.post('/api/admin_rondas/', { ordenes: [good, wrong] })).json().code
		for (const wrong of [cancelled, pickup, randomUUID()]) expect(await codeWith(wrong)).toBe('orden_no_se_entrega')
		expect(await codeWith(disputed)).toBe('entrega_detenida')
		expect((await waiting()).despachos.map(({ orden_id }) => orden_id)).toContain(good)
	})

	it('is arranged by hand on the version shown, and fixed stops stay', async () => {
		const orders = [await rounds.toBring(0), await rounds.toBring(1), await rounds.toBring(2)]
		const round = await rounds.plan(...orders)
		const ids = round.paradas.map(({ id }) => id)
		const [first = '', ...others] = ids
		const wanted = [...others, first]
		const change = { version: round.version, paradas: wanted, fijadas: [first] }
		const moved = (await boss.send('PUT', `/api/admin_rondas/${round.id}/`, change)).json<RoundAnswer>()
		expect(moved.paradas.map(({ id }) => id)).toEqual(wanted)
		expect(moved.paradas.at(-1)).toMatchObject({ id: first, fijada: true })
		const twice = { version: moved.version, paradas: [first, first, ...others.slice(1)], fijadas: [] }
		expect((await boss.send('PUT', `/api/admin_rondas/${round.id}/`, twice)).json().code).toBe('version_distinta')
		const stale = await boss.send('PUT', `/api/admin_rondas/${round.id}/`, change)
		expect(stale.json().code).toBe('version_distinta')
		const ordered = (await rounds.act(round, 'ordenar')).json<RoundAnswer>()
		expect(ordered.paradas.at(-1)?.id).toBe(first)
	})

	it('adds a late order, removes one, and on the way mails the new customer', async () => {
		const [one, late] = [await rounds.toBring(0), await rounds.toBring(2)]
		const round = await rounds.leave(await rounds.plan(one))
		const more = (await rounds.act(round, 'agregar', { orden_id: late })).json<RoundAnswer>()
		expect(placesOf(more)).toEqual([one, late])
		expect(stopOf(more, late)).toMatchObject({ estado: 'en_ruta' })
		expect(await mailsOf(late)).toHaveLength(1)
		expect((await rounds.act(round, 'agregar', { orden_id: late })).json().code).toBe('orden_no_se_entrega')
		const less = (await rounds.act(round, 'quitar', { parada_id: stopOf(more, late)?.id ?? '' })).json<RoundAnswer>()
		expect(placesOf(less)).toEqual([one])
		expect((await waiting()).despachos.map(({ orden_id }) => orden_id)).toContain(late)
	})

	it('accepts no order when it does not exist', async () => {
		const late = await rounds.toBring(2)
		const answer = await boss.send('POST', '/api/admin_rondas/-1/agregar/', { orden_id: late })
		expect(answer.json().code).toBe('no_encontrado')
	})

	it('adds a late order at the cheapest place', async () => {
		const round = await rounds.leave(await rounds.plan(await rounds.toBring(0), await rounds.toBring(3)))
		const late = await rounds.toBring(2)
		const more = (await rounds.act(round, 'agregar', { orden_id: late })).json<RoundAnswer>()
		const [one = '', other = ''] = placesOf(round)
		expect(placesOf(more)).toEqual([one, late, other])
	})

	it('requests no cash from customers who have paid', async () => {
		const paid = await rounds.toBring(1)
		const set = { estado: 'pagada', pagada_at: shop.clock.now() } as const
		await shop.database.db.update(ordenes).set(set).where(eq(ordenes.id, paid))
		await rounds.leave(await rounds.plan(paid))
		expect((await mailsOf(paid))[0]?.datos).toMatchObject({ metodo_pago: 'efectivo', por_cobrar: 0 })
	})

	it('says whether today is a holiday of the owner', async () => {
		const round = await rounds.plan(await rounds.toBring(1))
		expect(round.hoy_es_feriado).toBe(false)
		const setHolidays = async (valor: string | null) =>
			expect((await boss.send('PUT', '/api/admin_ajustes/feriados/', { valor })).statusCode).toBe(200)
		const today = dayIn(shop.clock.now())
		const read = async () => (await boss.get(`/api/admin_rondas/${round.id}/`)).json<RoundAnswer>()
		await setHolidays(`${daysLater(today, -1)}, ${daysLater(today, 1)}`)
		expect((await read()).hoy_es_feriado).toBe(false)
		await setHolidays(today)
		expect((await read()).hoy_es_feriado).toBe(true)
		await setHolidays(null)
	})

	it('mails every customer the hour once at its start', async () => {
		const order = await rounds.toBring(1)
		const round = await rounds.leave(await rounds.plan(order))
		await rounds.leave(round)
		const mails = await mailsOf(order)
		expect(mails).toHaveLength(1)
		const stop = stopOf(round, order)
		expect(mails[0]?.datos).toMatchObject({ desde: stop?.desde, hasta: stop?.hasta, cambio: false })
		await shop.drainJobs()
		const mail = shop.inbox.mails().findLast(({ subject }) => subject.includes('va en camino'))
		expect(mail?.text).toContain('Al recibirlo pagas $29.990 en efectivo.')
	})

	it('starts only without an order cancelled meanwhile, and mails its customer no hour', async () => {
		const [off, on] = [await rounds.toBring(0), await rounds.toBring(1)]
		const round = await rounds.plan(off, on)
		await boss.send('POST', `/api/admin_ordenes/${off}/cancelar/`, {})
		const refused = await rounds.post(`/api/admin_rondas/${round.id}/salir/`)
		expect([refused.statusCode, refused.json().code]).toEqual([409, 'orden_no_se_entrega'])
		await rounds.post(`/api/admin_rondas/${round.id}/quitar/`, { parada_id: stopOf(round, off)?.id })
		await rounds.leave(round)
		expect(await mailsOf(off)).toEqual([])
		expect(await mailsOf(on)).toHaveLength(1)
	})

	it('is not listed after it was discarded', async () => {
		const order = await rounds.toBring(0)
		const round = await rounds.plan(order)
		expect((await waiting()).rondas.map(({ id }) => id)).toContain(round.id)
		await rounds.act(round, 'cerrar')
		const after = await waiting()
		expect(after.rondas.map(({ id }) => id)).not.toContain(round.id)
		expect(after.despachos.map(({ orden_id }) => orden_id)).toContain(order)
	})

	it('leaves orders not visited to the next one', async () => {
		const [done, left] = [await rounds.toBring(0, { paid: true }), await rounds.toBring(1)]
		const round = await rounds.leave(await rounds.plan(done, left))
		await rounds.press(stopOf(round, done), 'entregar')
		expect((await rounds.act(round, 'cerrar')).json()).toMatchObject({ estado: 'cerrada' })
		const again = (await waiting()).despachos.find(({ orden_id }) => orden_id === left)
		expect(again).toMatchObject({ intentos: 1 })
		expect((await rounds.act(round, 'salir')).json().code).toBe('ronda_cerrada')
		expect((await rounds.press(stopOf(round, left), 'entregar', { recibido: 29_990 })).json().code).toBe(
			'ronda_cerrada',
		)
	})
})

describe('a stop at the door', () => {
	it('counts cash: rejects too little, and returns the change', async () => {
		const order = await rounds.toBring(0)
		const round = await rounds.leave(await rounds.plan(order))
		const stop = stopOf(round, order)
		const short = await rounds.press(stop, 'entregar', { recibido: 29_000 })
		expect(short.json()).toMatchObject({ code: 'cobro_incompleto', monto: 29_990 })
		expect((await rounds.press(stop, 'entregar')).json().code).toBe('cobro_incompleto')
		const done = (await rounds.press(stop, 'entregar', { recibido: 30_000, recibe: 'Conserje' })).json<RoundAnswer>()
		expect(stopOf(done, order)).toMatchObject({ estado: 'entregada', cobrado: 29_990, vuelto: 10, recibe: 'Conserje' })
		expect(await orderRow(shop, order)).toMatchObject({ estado: 'completado', pagada_at: expect.any(Date) })
	})

	it('accepts the same press once, and reports another one as done', async () => {
		const order = await rounds.toBring(0, { paid: true })
		const round = await rounds.leave(await rounds.plan(order))
		const key = randomUUID()
		const presses = await Promise.all([1, 2, 3].map(() => rounds.press(stopOf(round, order), 'entregar', {}, key)))
		expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
		const other = await rounds.press(stopOf(round, order), 'entregar')
		expect(other.json()).toMatchObject({ code: 'parada_hecha', estado: 'entregada' })
		const written = await shop.database.db
			.select()
			.from(auditoria)
			.where(and(eq(auditoria.ref, order), eq(auditoria.accion, 'entregada')))
		expect(written).toHaveLength(1)
	})

	it('is undone within the minute, with its money and stock', async () => {
		const stock = await stockOf(shop, 'Rosado')
		const order = await rounds.toBring(0, { color: 'Rosado' })
		const round = await rounds.leave(await rounds.plan(order))
		const before = await orderRow(shop, order)
		await rounds.press(stopOf(round, order), 'entregar', { recibido: 29_990 })
		const undone = (await rounds.press(stopOf(round, order), 'deshacer')).json<RoundAnswer>()
		expect(stopOf(undone, order)).toMatchObject({ estado: 'en_ruta', cobrado: null, recibe: '', hecha_at: null })
		const { estado, pagada_at, expires_at } = before
		expect(await orderRow(shop, order)).toMatchObject({ estado, pagada_at, expires_at, stock_tomado: true })
		expect(await stockOf(shop, 'Rosado')).toBe(stock - 1)
		await rounds.press(stopOf(round, order), 'entregar', { recibido: 29_990 })
		shop.clock.advanceMinutes(2)
		expect((await rounds.press(stopOf(round, order), 'deshacer')).json().code).toBe('ya_no_se_deshace')
		expect((await orderRow(shop, order)).estado).toBe('completado')
		expect(await brokenLedgers(shop)).toEqual([])
	})

	it('visited out of turn is listed at its actual place', async () => {
		const orders = [
			await rounds.toBring(0, { paid: true }),
			await rounds.toBring(1, { paid: true }),
			await rounds.toBring(2, { paid: true }),
		]
		const round = await rounds.leave(await rounds.plan(...orders))
		const [first = '', second = '', third = ''] = placesOf(round)
		await rounds.press(stopOf(round, third), 'entregar')
		const seen = (await boss.get(`/api/admin_rondas/${round.id}/`)).json<RoundAnswer>()
		expect(placesOf(seen)).toEqual([third, first, second])
		expect(seen.paradas.map(({ posicion }) => posicion)).toEqual([0, 1, 2])
	})

	it('without an answer leaves the order unchanged and waiting', async () => {
		const order = await rounds.toBring(0, { paid: true })
		const round = await rounds.leave(await rounds.plan(order))
		const failed = await rounds.press(stopOf(round, order), 'no_entregar', {
			motivo: 'nadie_en_casa',
			nota: 'Timbre malo',
		})
		expect(stopOf(failed.json(), order)).toMatchObject({ estado: 'no_entregada', motivo: 'nadie_en_casa' })
		expect((await orderRow(shop, order)).estado).toBe('pagada')
		const again = (await waiting()).despachos.find(({ orden_id }) => orden_id === order)
		expect(again).toMatchObject({ intentos: 1 })
		expect((await rounds.press(stopOf(round, order), 'no_entregar', { motivo: 'sin_visitar' })).statusCode).toBe(400)
	})

	it('with an order cancelled on the way is shown as cancelled and not handed over', async () => {
		const order = await rounds.toBring(0, { paid: true })
		const round = await rounds.leave(await rounds.plan(order))
		await boss.send('POST', `/api/admin_ordenes/${order}/cancelar/`, {})
		const seen = (await boss.get(`/api/admin_rondas/${round.id}/`)).json<RoundAnswer>()
		expect(stopOf(seen, order)).toMatchObject({ anulada: true, orden_estado: 'cancelado' })
		expect((await rounds.press(stopOf(round, order), 'entregar')).json().code).toBe('accion_no_corresponde')
		expect((await orderRow(shop, order)).estado).toBe('cancelado')
	})

	it('counts a delayed press from when it was made, and never from before the start', async () => {
		const [one, two] = [await rounds.toBring(0, { paid: true }), await rounds.toBring(1, { paid: true })]
		const round = await rounds.leave(await rounds.plan(one, two))
		const left = Date.parse(round.salida_at)
		shop.clock.advanceMinutes(4)
		const pressed = new Date(left + 120_000).toISOString()
		const first = (await rounds.press(stopOf(round, one), 'entregar', { hecha_at: pressed })).json<RoundAnswer>()
		expect(stopOf(first, one)).toMatchObject({ hecha_at: pressed })
		const early = new Date(left - 3_600_000).toISOString()
		const second = (await rounds.press(stopOf(round, two), 'entregar', { hecha_at: early })).json<RoundAnswer>()
		expect(stopOf(second, two)?.hecha_at).toBe(round.salida_at)
	})
})
