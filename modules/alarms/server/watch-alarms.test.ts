import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCertificateAlarm } from '#modules/alarms/server/certificate.ts'
import { createClockAlarm, createRuntimeAlarm } from '#modules/alarms/server/own-alarms.ts'
import { alarms, watchAlarms } from '#modules/alarms/server/watch-alarms.ts'
import { alarmas } from '#modules/alarms/tables.ts'
import type { ListJobsAnswer } from '#modules/jobs-panel/shapes.ts'
import type { Alarm, AlarmDeps } from '#modules/lists/context.ts'
import { pasarelasFallando } from '#modules/orders/payment-tables.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { primerDia } from '#modules/settings/tables.ts'
import type { TodayAnswer } from '#modules/today/shapes.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, anOrder, aPlacedOrder, logIn, sendOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let heartbeats: Server
let beats = 0

beforeAll(async () => {
	heartbeats = createServer((_request, response) => {
		beats += 1
		response.end()
	}).listen(0, '127.0.0.1')
	await once(heartbeats, 'listening')
	const { port } = heartbeats.address() as AddressInfo
	shop = await openTestShop({ variables: { HEARTBEAT_URL: `http://127.0.0.1:${port}/ping` } })
})
afterAll(async () => {
	await shop.stop()
	heartbeats.close()
})

const log = { info: () => {}, warn: () => {}, error: () => {} }
/** In production, with 5 GB free. */
const deps = (): AlarmDeps & Parameters<typeof watchAlarms>[0] => ({
	...shop.payments,
	log,
	env: { isDemo: false },
	publicUrl: 'https://premiumshaker.cl',
	disk: async () => ({ freeBytes: 5 * 1024 ** 3, isWritable: true }),
})
const named = (clave: string) => alarms.filter((alarm) => alarm.clave === clave)
/** Runs the check, an hour and a minute after the last one. */
async function watch(watched: readonly Alarm[], changes: Partial<AlarmDeps> = {}): Promise<boolean> {
	shop.clock.advanceMinutes(61)
	const isWell = await watchAlarms({ ...deps(), ...changes }, watched)
	await shop.drainJobs()
	return isWell
}
/** The mails of alarms, oldest first. */
const mails = () =>
	shop.inbox
		.mails()
		.filter(({ subject, to }) => to === staffLogin.email && /^(Atención|Ya pasó): /.test(subject))
		.toReversed()
const subjects = () => mails().map(({ subject }) => subject)
const today = async () => (await (await theBoss(shop)).get('/api/admin_hoy/')).json<TodayAnswer>().esperan
const standing = async () => (await today()).filter(({ clave }) => clave.startsWith('alarma_'))

let before = 0
beforeEach(() => {
	before = subjects().length
})
afterEach(async () => {
	await shop.database.db.delete(alarmas)
})
const news = () => subjects().slice(before)

/** Runs an alarm's whole life: its line in Hoy and its two mails. */
async function livesOnce(
	watched: readonly Alarm[],
	texto: string,
	{ begin, end }: { begin: () => Promise<Partial<AlarmDeps>>; end: () => Promise<Partial<AlarmDeps>> },
): Promise<void> {
	const bad = await begin()
	expect(await watch(watched, bad)).toBe(false)
	await watch(watched, bad)
	expect(news()).toEqual([`Atención: ${texto}`])
	const [row] = await standing()
	expect(row).toMatchObject({ texto, detalle: expect.stringMatching(/\.$/) })
	expect(mails().at(-1)?.text).toContain(row?.detalle?.slice(0, 40))
	const good = await end()
	expect(await watch(watched, good)).toBe(true)
	await watch(watched, good)
	expect(news()).toEqual([`Atención: ${texto}`, `Ya pasó: «${texto}»`])
	expect(await standing()).toEqual([])
}
const changes =
	(value: Partial<AlarmDeps> = {}) =>
	async () =>
		value

describe('watchAlarms', () => {
	it('tells of a nearly full disk', async () => {
		const full = { disk: async () => ({ freeBytes: 0.4 * 1024 ** 3, isWritable: true }) }
		await livesOnce(named('disco'), 'Al disco de la tienda le quedan 0,4 GB', { begin: changes(full), end: changes() })
	})

	it('tells of a folder that cannot be written', async () => {
		const broken = { disk: async () => ({ freeBytes: undefined, isWritable: false }) }
		const texto = 'La tienda no puede escribir en su carpeta de datos: los comprobantes y las fotos no se reciben'
		await livesOnce(named('archivos'), texto, { begin: changes(broken), end: changes() })
	})

	it("tells of a gateway that fails three calls in a row, with its answer in the orders' histories and in Trabajos", async () => {
		const { db } = shop.database
		const provider = gatewayHelpers(shop, 'flow')
		const camila = await aCustomer(shop)
		const failures = async () => (await db.select().from(pasarelasFallando))[0]?.seguidas ?? 0
		const place = async () => {
			const session = await logIn(shop, camila.email, camila.password)
			const { statusCode } = await sendOrder(shop, { ...camila, ...session }, anOrder({ metodo_pago: 'flow' }))
			expect(statusCode).toBe(502)
		}
		await provider.faults({ tipo: '503', veces: 100 })
		for (const count of [1, 2]) {
			await place()
			await vi.waitFor(async () => expect(await failures()).toBe(count))
		}
		expect(await watch(named('pasarela_flow'))).toBe(true)
		await livesOnce(named('pasarela_flow'), 'Flow falló 3 veces seguidas', {
			begin: async () => {
				await place()
				await vi.waitFor(async () => expect(await failures()).toBe(3))
				return {}
			},
			end: async () => {
				const boss = await theBoss(shop)
				const [order] = await db.select().from(ordenes).where(sql`${ordenes.metodo_pago} = 'flow'`).limit(1)
				const { historia } = (await boss.get(`/api/admin_ordenes/${order?.id}/`)).json<OrderDetail>()
				const answer = expect.stringMatching(/respondió con un error \(503\)$/)
				expect(historia).toMatchObject([{ accion: 'creada' }, { accion: 'pasarela_fallo', detalle: answer }])
				const { pasarelas } = (await boss.get('/api/admin_trabajos/')).json<ListJobsAnswer>()
				expect(pasarelas).toMatchObject([{ gateway: 'flow', seguidas: 3, llamada: 'open', respuesta: answer }])
				await provider.faults()
				await aPlacedOrder(shop, camila, { metodo_pago: 'flow' })
				await vi.waitFor(async () => expect(await failures()).toBe(0))
				return {}
			},
		})
	})

	it('leaves the beginning of a refused key to its own mail, and tells of the end', async () => {
		const { db } = shop.database
		await db.insert(pasarelasFallando).values({
			gateway: 'mercadopago',
			seguidas: 4,
			desde: shop.clock.now(),
			llamada: 'read',
			respuesta: 'no acepta la llave de la tienda: 401',
			rechaza_llave: true,
		})
		expect(await watch(named('pasarela_mercadopago'))).toBe(false)
		await watch(named('pasarela_mercadopago'))
		expect(news()).toEqual([])
		expect(await standing()).toMatchObject([{ texto: 'Mercado Pago falló 4 veces seguidas' }])
		await db.delete(pasarelasFallando)
		await watch(named('pasarela_mercadopago'))
		expect(news()).toEqual(['Ya pasó: «Mercado Pago falló 4 veces seguidas»'])
	})

	it('tells of a job that failed for good, until it is retried', async () => {
		const { db } = shop.database
		await db.transaction((tx) =>
			shop.payments.jobs.enqueue(tx, 'devolver_pago', { devolucion_id: '0f3a526f-6b0e-4e0b-9b53-0d6f2f0f7a11' }),
		)
		const become = (state: string) => async () => {
			await db.execute(sql`update pgboss.job set state = ${state}::pgboss.job_state where name = 'devolver_pago'`)
			return {}
		}
		const texto = 'Hay trabajos que fallaron y no se repetirán solos: Devolver dinero (1)'
		await livesOnce(named('trabajos'), texto, { begin: become('failed'), end: become('completed') })
	})

	it('tells nothing of a failed run of a scheduled job that succeeded since', async () => {
		const { db } = shop.database
		const run = async (state: string) => {
			await db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'vencer_ordenes', {}))
			await db.execute(sql`update pgboss.job set state = ${state}::pgboss.job_state, completed_on = now()
				where name = 'vencer_ordenes' and state = 'created'`)
		}
		await run('failed')
		expect(await watch(named('trabajos'))).toBe(false)
		await run('completed')
		expect(await watch(named('trabajos'))).toBe(true)
	})

	it('tells of an old copy of the backup, and of none outside', async () => {
		const { db } = shop.database
		await livesOnce(named('respaldo'), 'No hay ningún respaldo fuera del equipo de la tienda', {
			begin: async () => {
				await db.execute(sql`update usuarios set created_at = created_at - interval '2 days'`)
				return {}
			},
			end: async () => {
				const copy = { paso: 'respaldo_fuera', texto: 's3://copias (1 MB)', usuario_id: null } as const
				await db.insert(primerDia).values({ ...copy, hecho_at: shop.clock.now() })
				return {}
			},
		})
		shop.clock.advanceMinutes(40 * 60)
		await watch(named('respaldo'))
		expect(news().at(-1)).toMatch(/^Atención: La última copia fuera del equipo de la tienda es de hace 4\d horas$/)
	})

	it('tells of a clock that differs from that of the database', async () => {
		let apartMs = 40_000
		const clock = [createClockAlarm(() => Date.now() + apartMs)]
		const texto = 'El reloj de la tienda y el de su base de datos difieren en 40 segundos'
		const move = (ms: number) => async () => {
			apartMs = ms
			return {}
		}
		await livesOnce(clock, texto, { begin: move(-40_000), end: move(2_000) })
	})

	it('tells of late mails in Hoy, and mails all that happened meanwhile once mails are sent again', async () => {
		await shop.retryJobs()
		const watched = [...named('correos'), ...named('disco')]
		shop.inbox.refuseNext(1000)
		await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'efectivo' })
		await shop.drainJobs()
		const full = { disk: async () => ({ freeBytes: 0, isWritable: true }) }
		await watch(watched, full)
		await watch(watched, full)
		expect((await standing()).map(({ clave }) => clave)).toEqual(['alarma_correos', 'alarma_disco'])
		shop.inbox.refuseNext(0)
		await shop.retryJobs()
		expect(news()).toEqual([])
		await watch(watched, full)
		expect(news()).toEqual(['Atención: Al disco de la tienda le quedan 0 GB'])
		expect(mails().at(-1)?.text).toMatch(/Ya pasó: «(Un correo no sale|\d+ correos no salen)»/i)
	})

	it('tells of notifications with a wrong signature, in number', async () => {
		const forge = (id: number) =>
			shop.app.inject({
				method: 'POST',
				url: `/api/webhooks/mercadopago/?data.id=${id}&type=payment`,
				headers: { 'x-signature': `ts=1742505638683,v1=${'0'.repeat(64)}`, 'x-request-id': `request-${id}` },
				payload: { type: 'payment', data: { id: String(id) } },
			})
		const counted = async () => {
			const { rows } = await shop.database.db.execute<{ n: number }>(
				sql`select coalesce(sum(veces), 0)::int as n from eventos_seguridad where tipo = 'firma_invalida'`,
			)
			return rows[0]?.n
		}
		for (let id = 1; id <= 9; id++) expect((await forge(id)).statusCode).toBe(401)
		await vi.waitFor(async () => expect(await counted()).toBe(9), { timeout: 5000 })
		expect(await watch(named('firmas'))).toBe(true)
		const texto = 'La tienda rechazó 10 avisos de pago en un día porque su firma no es válida'
		await livesOnce(named('firmas'), texto, {
			begin: async () => {
				await forge(10)
				await vi.waitFor(async () => expect(await counted()).toBe(10), { timeout: 5000 })
				return {}
			},
			end: async () => {
				shop.clock.advanceMinutes(24 * 60)
				return {}
			},
		})
	})

	it('tells that nobody pays in hours that usually sell', async () => {
		const { db } = shop.database
		const orders = await Promise.all(
			['Ana', 'Berta', 'Carla', 'Delia'].map(async (name) =>
				aPlacedOrder(shop, await aCustomer(shop, name), { metodo_pago: 'webpay' }),
			),
		)
		const [paid] = orders
		const age = (id: string | undefined, column: 'pagada_at' | 'created_at', minutes: number) =>
			db.execute(sql`update ordenes set ${sql.identifier(column)} =
				${new Date(shop.clock.now().getTime() - minutes * 60_000).toISOString()}::timestamptz where id = ${id}::uuid`)
		// Payments of the last four weeks at this hour, and a day in which three buyers tried.
		const sold = await Promise.all(
			[1, 2, 3, 4].map(async () => aPlacedOrder(shop, await aCustomer(shop, 'Eva'), { metodo_pago: 'efectivo' })),
		)
		await livesOnce(
			named('sin_pagos'),
			'Hay clientes que intentan pagar y nadie lo logra desde hace 3 horas, cuando otras semanas se vende',
			{
				begin: async () => {
					for (const [week, { orden_id }] of sold.entries()) {
						await db.execute(sql`update ordenes set metodo_pago = 'webpay' where id = ${orden_id}::uuid`)
						await age(orden_id, 'pagada_at', (week + 1) * 7 * 24 * 60 + 10)
					}
					return {}
				},
				end: async () => {
					await age(paid?.orden_id, 'pagada_at', 1)
					return {}
				},
			},
		)
	})

	it('tells of a certificate that ends soon, and of a runtime with published faults', async () => {
		let days = 13
		const endsAt = () => new Date(shop.clock.now().getTime() + days * 86_400_000)
		const certificate = createCertificateAlarm(async () => ({ endsAt: endsAt() }))
		let version = '20.0.0'
		const watched: Alarm[] = [
			certificate,
			{ ...createRuntimeAlarm(), check: (of) => createRuntimeAlarm(version).check(of) },
		]
		expect(await watch(watched)).toBe(false)
		expect(news()).toEqual([expect.stringMatching(/^Atención: El certificado de la tienda vence el .* y 1 más$/)])
		expect(mails().at(-1)?.text).toMatch(/Node 20\.0\.0, tiene fallas de seguridad publicadas/i)
		days = 80
		version = process.versions.node
		expect(await watch(watched)).toBe(true)
		expect(news()).toHaveLength(2)
		// Neither is of a demo's concern.
		days = 1
		version = '20.0.0'
		expect(await watch(watched, { env: { isDemo: true } })).toBe(true)
	})
})

/** Alarms that stand while their name is in `bad`. */
const bad = new Set<string>()
const made = ['uno', 'dos', 'tres'].map(
	(clave): Alarm => ({
		clave,
		regla: { nombre: 'ErrorNuevo' },
		check: async () => (bad.has(clave) ? { texto: `Falla ${clave}`, queHacer: 'Nada.' } : undefined),
	}),
)
const check = async (minutes: number) => {
	shop.clock.advanceMinutes(minutes)
	await watchAlarms(deps(), made)
	await shop.drainJobs()
}

describe('mails of alarms', () => {
	it('are at most one an hour, which gathers what began and ended', async () => {
		shop.clock.advanceMinutes(61)
		bad.add('uno')
		await check(5)
		bad.add('dos')
		await check(5)
		bad.delete('uno')
		await check(5)
		bad.add('tres')
		for (let minutes = 0; minutes < 45; minutes += 5) await check(5)
		expect(news()).toEqual(['Atención: Falla uno'])
		await check(5)
		expect(news().slice(1)).toEqual(['Atención: Falla dos y 1 más'])
		expect(mails().at(-1)?.text).toMatch(/ya pasó: «falla uno»/i)
		bad.clear()
		await check(5)
		await check(61)
		expect(news().slice(2)).toEqual(['Ya pasó: «Falla dos» y 1 más'])
	})

	it('tell of no end for an alarm that came back before it', async () => {
		shop.clock.advanceMinutes(61)
		bad.add('uno')
		await check(5)
		bad.delete('uno')
		await check(5)
		bad.add('uno')
		await check(61)
		expect(news()).toEqual(['Atención: Falla uno'])
		bad.clear()
		await check(61)
		expect(news()).toHaveLength(2)
	})

	it('are sent once when two processes check at the same time', async () => {
		shop.clock.advanceMinutes(61)
		bad.add('uno')
		await Promise.all([watchAlarms(deps(), made), watchAlarms(deps(), made)])
		await shop.drainJobs()
		expect(news()).toEqual(['Atención: Falla uno'])
		bad.clear()
	})

	it('are not delayed by a check that fails, whose alarm stays', async () => {
		shop.clock.advanceMinutes(61)
		bad.add('dos')
		const [uno, ...others] = made
		const failing = { ...uno, check: () => Promise.reject(new Error('no disk')) } as Alarm
		await expect(watchAlarms(deps(), [failing, ...others])).rejects.toThrow('no disk')
		await shop.drainJobs()
		expect(news()).toEqual(['Atención: Falla dos'])
		bad.clear()
	})
})

describe('HEARTBEAT_URL', () => {
	const run = async () => {
		beats = 0
		await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'vigilar_alarmas', {}))
		await shop.drainJobs()
		return beats
	}

	it('is called while all is well', async () => {
		expect(
			(await watchAlarms({ ...shop.payments, log, env: shop.env, publicUrl: '', disk: undefined })) && (await run()),
		).toBe(1)
	})

	it('is not called while an alarm stands', async () => {
		const { db } = shop.database
		await db.insert(pasarelasFallando).values({
			gateway: 'webpay',
			seguidas: 3,
			desde: new Date(),
			llamada: 'read',
			respuesta: 'no contestó',
			rechaza_llave: false,
		})
		expect(await run()).toBe(0)
	})
})
