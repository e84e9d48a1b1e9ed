import { osmSimulator } from '@premium-shaker/simulators/osm'
import { eq, sql } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#core/server/db/database.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { rondas } from '#modules/rounds/tables.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let boss: StaffCalls
let ana: TestCustomer
let rounds: ReturnType<typeof roundCalls>
let osm: FastifyInstance
const requested: string[] = []
/** Runs while the provider computes. */
let meanwhile: (db: Database) => Promise<unknown> = async () => undefined

beforeAll(async () => {
	osm = fastify({ routerOptions: { maxParamLength: 2_000 } })
	osm.addHook('onRequest', async ({ url }) => {
		if (url.includes('_faults')) return
		requested.push(url)
		await meanwhile(shop.database.db)
	})
	await osm.register(osmSimulator)
	const home = await osm.listen({ host: '127.0.0.1', port: 0 })
	shop = await openTestShop({ variables: { MAPS_PROVIDER: 'osm', OSRM_URL: `${home}/osrm` } })
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
	rounds = roundCalls(shop, boss, ana)
})
afterAll(async () => {
	await shop.stop()
	await osm.close()
})
afterEach(async () => {
	await osm.inject({ method: 'DELETE', url: '/_faults' })
	requested.length = 0
	meanwhile = async () => undefined
})

const fault = (payload: object) => osm.inject({ method: 'POST', url: '/_faults', payload })
const timesOf = async ({ id }: RoundAnswer) => {
	const [row] = await shop.database.db.select().from(rondas).where(eq(rondas.id, id))
	if (!row) throw new Error('the round is gone')
	return row.tiempos
}
const mapOf = ({ id }: RoundAnswer, query = '') => boss.get(`/api/admin_rondas/${id}/mapa/${query}`)

describe('a round by roads', () => {
	it('is measured once, each direction apart, without an open transaction', async () => {
		// An open transaction would block this embedded database, and with it the provider's answer.
		meanwhile = (db) => db.transaction((tx) => tx.execute(sql`update ordenes set nombre = nombre`))
		const round = await rounds.plan(await rounds.toBring(0), await rounds.toBring(3))
		expect(round).toMatchObject({ fuente: 'osm', estimada: false })
		expect(requested).toHaveLength(1)
		const { segundos, metros } = await timesOf(round)
		expect(metros[0]?.[1]).toBe(metros[1]?.[0])
		expect(segundos[1]?.[0]).toBeGreaterThan((segundos[0]?.[1] ?? 0) * 1.4)
		const route = [0, ...round.paradas.map(({ orden_id }) => stopPlace(round, orden_id))]
		expect(round.metros).toBe(
			[...route, 0].slice(1).reduce((sum, to, at) => sum + (metros[route[at] ?? 0]?.[to] ?? 0), 0),
		)
	})

	const stopPlace = (round: RoundAnswer, orden_id: string) =>
		round.paradas
			.map((stop) => stop.orden_id)
			.toSorted()
			.indexOf(orden_id) + 1

	it('requests only the routes to and from a late order, without an open transaction', async () => {
		const round = await rounds.leave(await rounds.plan(await rounds.toBring(0), await rounds.toBring(3)))
		const before = await timesOf(round)
		const late = await rounds.toBring(2)
		requested.length = 0
		meanwhile = (db) => db.transaction((tx) => tx.execute(sql`update ordenes set nombre = nombre`))
		const more = (await rounds.act(round, 'agregar', { orden_id: late })).json<RoundAnswer>()
		expect(requested.map((url) => new URL(url, 'http://osm').searchParams.get('sources'))).toEqual(['0', '0;1;2'])
		expect(more).toMatchObject({ fuente: 'osm', estimada: false })
		const after = await timesOf(more)
		const whole = [0, ...before.ordenes.map((id) => after.ordenes.indexOf(id) + 1)]
		expect(whole.map((from) => whole.map((to) => after.segundos[from]?.[to]))).toEqual(before.segundos)
		const place = after.ordenes.indexOf(late) + 1
		expect(after.segundos[place]?.[0]).toBeGreaterThan((after.segundos[0]?.[place] ?? 0) * 1.4)
		expect(after.segundos.map((row) => row.length)).toEqual([4, 4, 4, 4])
	})

	it('is planned and marked by straight lines while the provider fails; a late order then has all measured', async () => {
		await fault({ tipo: '503', veces: 1 })
		const round = await rounds.plan(await rounds.toBring(0), await rounds.toBring(1))
		expect(round).toMatchObject({ fuente: 'linea_recta', estimada: true })
		expect(round.metros).toBeGreaterThan(1_000)
		const late = await rounds.toBring(2)
		const more = (await rounds.act(round, 'agregar', { orden_id: late })).json<RoundAnswer>()
		expect(more).toMatchObject({ fuente: 'osm', estimada: false })
		await fault({ tipo: 'basura', veces: 2 })
		const again = (await rounds.act(more, 'agregar', { orden_id: await rounds.toBring(3) })).json<RoundAnswer>()
		expect(again).toMatchObject({ fuente: 'osm', estimada: true })
		expect(again.paradas).toHaveLength(4)
	})

	it('estimates unknown routes', async () => {
		await fault({ ajustes: { sin_ruta: true } })
		const round = await rounds.plan(await rounds.toBring(0), await rounds.toBring(1))
		expect(round).toMatchObject({ fuente: 'osm', estimada: true })
		expect((await timesOf(round)).segundos[0]?.[1]).toBeGreaterThan(60)
	})

	it('counts a quarter of an hour to a door without coordinates, without a request', async () => {
		const [known, lost] = [await rounds.toBring(0), await rounds.toBring(1)]
		await shop.database.db.update(ordenes).set({ lat: null, lng: null }).where(eq(ordenes.id, lost))
		const round = await rounds.plan(known, lost)
		const { ordenes: ids, segundos } = await timesOf(round)
		const place = ids.indexOf(lost) + 1
		expect(segundos[0]?.[place]).toBe(900)
		expect(segundos[place]?.[0]).toBe(900)
		expect(requested[0]?.split('/driving/')[1]?.split('?')[0]?.split(';')).toHaveLength(2)
		expect(round.estimada).toBe(false)
	})
})

describe('the start time of a round', () => {
	const hoursAhead = (hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString()

	it('is set when it is planned, and editable until it starts', async () => {
		const order = await rounds.toBring(0)
		const [first, later, past] = [hoursAhead(5), hoursAhead(8), hoursAhead(-3)]
		const planned = await rounds.post('/api/admin_rondas/', { ordenes: [order], salida_at: first })
		const round = planned.json<RoundAnswer>()
		expect(round.salida_at).toBe(first)
		expect(Date.parse(stopOf(round, order)?.llega_at ?? '')).toBeGreaterThan(Date.parse(round.salida_at))
		const change = { version: round.version, paradas: round.paradas.map(({ id }) => id), fijadas: [] }
		const put = (salida_at: string) => boss.send('PUT', `/api/admin_rondas/${round.id}/`, { ...change, salida_at })
		expect((await put(past)).json().code).toBe('salida_imposible')
		expect((await put(later)).json<RoundAnswer>().salida_at).toBe(later)
	})

	it.each([-1, 15 * 24])('%i hours ahead is rejected, and nothing is planned', async (hours) => {
		const order = await rounds.toBring(0)
		const requested = { ordenes: [order], salida_at: hoursAhead(hours) }
		const refused = await rounds.post('/api/admin_rondas/', requested)
		expect(refused.statusCode).toBe(422)
		expect(refused.json()).toMatchObject({ code: 'salida_imposible' })
		expect((await rounds.plan(order)).paradas).toHaveLength(1)
	})
})

describe('the map of a round', () => {
	it('shows number and hour of each door and the line by roads, to staff alone, and is not cached', async () => {
		const round = await rounds.plan(await rounds.toBring(0), await rounds.toBring(1))
		const answer = await mapOf(round)
		expect(answer.statusCode).toBe(200)
		expect(answer.headers).toMatchObject({
			'content-type': 'image/svg+xml; charset=utf-8',
			'cache-control': 'no-store',
		})
		for (const text of ['>1<', '>2<', 'OpenStreetMap']) expect(answer.body).toContain(text)
		expect(answer.body.match(/>\d\d:\d\d</g)).toHaveLength(2)
		expect(answer.body).not.toContain('stroke-dasharray="2 9"')
		expect(answer.body).not.toMatch(/Calle|Ana|9\d{8}/)
		const narrow = await mapOf(round, '?formato=angosto&oscuro=1')
		expect(narrow.body).toContain('viewBox="0 0 390 420"')
		const url = `/api/admin_rondas/${round.id}/mapa/`
		expect((await shop.app.inject(url)).statusCode).toBe(401)
		expect((await callsWith(shop, ana.access).get(url)).statusCode).toBe(403)
	})

	it('is dashed from door to door where the provider gives no line', async () => {
		const round = await rounds.plan(await rounds.toBring(0), await rounds.toBring(1))
		await fault({ tipo: '503', veces: 1 })
		expect((await mapOf(round)).body).toContain('stroke-dasharray="2 9"')
	})

	it('is missing without a door with coordinates, and for an unknown round', async () => {
		const order = await rounds.toBring(0)
		await shop.database.db.update(ordenes).set({ lat: null, lng: null }).where(eq(ordenes.id, order))
		expect((await mapOf(await rounds.plan(order))).statusCode).toBe(404)
		expect((await boss.get('/api/admin_rondas/-1/mapa/')).statusCode).toBe(404)
	})
})
