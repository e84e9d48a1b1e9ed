import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { securityRetention, securityRowsPerNetworkAndMinute } from '#modules/security-trail/security-events.ts'
import {
	createPseudonyms,
	createSecurityTrail,
	type SecurityTrail,
} from '#modules/security-trail/server/security-trail.ts'
import { purgeSecurityEvents } from '#modules/security-trail/server/stored-events.ts'
import { eventosSeguridad } from '#modules/security-trail/tables.ts'
import { stoppedClock } from '#tests/accounts/open-test-accounts.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
let clock: ReturnType<typeof stoppedClock>
let trail: SecurityTrail
const pseudonyms = createPseudonyms(['a-secret-of-the-tests-with-some-length'])
const log = pino({ level: 'silent' })

beforeAll(async () => {
	database = await openTestDatabase()
	await database.db.insert(usuarios).values({ email: 'ana@correo.cl' })
})
afterAll(() => database.close())
beforeEach(async () => {
	await database.db.delete(eventosSeguridad)
	clock = stoppedClock()
	trail = createSecurityTrail({ db: database.db, clock, log, pseudonyms })
})

const rows = () => database.db.select().from(eventosSeguridad).orderBy(eventosSeguridad.id)
const addressOf = (network: number) => `10.${Math.floor(network / 250)}.${network % 250}.1`

describe('security events', () => {
	it('that are equal and of one minute are one row with a count, also when written twice', async () => {
		const failure = { tipo: 'inicio_fallido', email: 'ana@correo.cl', ip: '190.20.30.40' } as const
		trail.record(failure)
		trail.record({ ...failure, ip: '190.20.30.41' })
		await trail.flush()
		trail.record(failure)
		await trail.flush()
		expect(await rows()).toMatchObject([{ tipo: 'inicio_fallido', usuario_id: 1, por_id: null, veces: 3 }])
		clock.pass(60)
		trail.record(failure)
		await trail.flush()
		expect(await rows()).toHaveLength(2)
	})

	it('about an address without an account store no typed text', async () => {
		trail.record({ tipo: 'inicio_fallido', email: 'mi-clave-secreta@correo.cl', ip: '190.20.30.40' })
		await trail.flush()
		expect(await rows()).toMatchObject([{ usuario_id: null }])
		expect(JSON.stringify(await rows())).not.toMatch(/mi-clave|190\.20/)
	})

	it('of one network start few rows in a minute, and further ones are counted together', async () => {
		const events = 500
		for (let call = 0; call < events; call++) {
			trail.record({ tipo: 'acceso_rechazado', ip: '190.20.30.40', detalle: `GET /api/${call}` })
		}
		await trail.flush()
		const written = await rows()
		expect(written).toHaveLength(securityRowsPerNetworkAndMinute + 1)
		expect(written.reduce((sum, { veces }) => sum + veces, 0)).toBe(events)
		expect(new Set(written.map(({ red }) => red)).size).toBe(1)
	})

	it('of very many networks fill no more rows a minute than allowed, and each is counted', async () => {
		const { rowsPerMinute } = securityRetention.rechazo
		const events = rowsPerMinute * 5
		for (let network = 0; network < events; network++) {
			trail.record({ tipo: 'limite_alcanzado', ip: addressOf(network) })
		}
		trail.record({ tipo: 'derechos_cambiados', usuario_id: 1, ip: addressOf(0) })
		await trail.flush()
		const written = await rows()
		const refused = written.filter(({ tipo }) => tipo === 'limite_alcanzado')
		expect(refused).toHaveLength(rowsPerMinute + 1)
		expect(refused.reduce((sum, { veces }) => sum + veces, 0)).toBe(events)
		// Events of changes have a budget of their own.
		expect(written.filter(({ tipo }) => tipo === 'derechos_cambiados')).toMatchObject([{ usuario_id: 1 }])
	})

	it.each(['exportacion', 'derechos_cambiados', 'inicio_sesion'] as const)(
		'of the kind %s keep their account in any flood from their network or from all',
		async (tipo) => {
			for (let network = 0; network < securityRetention.ingreso.rowsPerMinute * 2; network++) {
				trail.record({ tipo: 'inicio_fallido', ip: '190.20.30.40', detalle: `${network}` })
				trail.record({ tipo: 'cuenta_creada', ip: addressOf(network), detalle: `${network}` })
			}
			trail.record({ tipo, usuario_id: 1, ip: '190.20.30.40' })
			await trail.flush()
			const written = (await rows()).filter((row) => row.tipo === tipo)
			expect(written).toMatchObject([{ usuario_id: 1, detalle: null, veces: 1 }])
		},
	)

	it('wait while the database is unreachable, and are written afterwards', async () => {
		let isAway = true
		const db = new Proxy(database.db, {
			get: (target, name, receiver) =>
				name === 'execute' && isAway
					? async () => await Promise.reject(new Error('away'))
					: Reflect.get(target, name, receiver),
		})
		const own = createSecurityTrail({ db, clock, log, pseudonyms })
		own.record({ tipo: 'inicio_sesion', usuario_id: 1, ip: '190.20.30.40' })
		await own.flush()
		own.record({ tipo: 'inicio_sesion', usuario_id: 1, ip: '190.20.30.40' })
		expect(await rows()).toEqual([])
		isAway = false
		await own.close()
		expect(await rows()).toMatchObject([{ tipo: 'inicio_sesion', veces: 2 }])
	})
})

describe('purgeSecurityEvents', () => {
	it('keeps each group for its own time', async () => {
		trail.record({ tipo: 'inicio_fallido', ip: addressOf(1) })
		trail.record({ tipo: 'derechos_cambiados', usuario_id: 1 })
		await trail.flush()
		clock.pass((securityRetention.rechazo.days + 1) * 86_400)
		await purgeSecurityEvents(database.db, clock.now())
		expect((await rows()).map(({ tipo }) => tipo)).toEqual(['derechos_cambiados'])
		clock.pass(securityRetention.cambio.days * 86_400)
		await purgeSecurityEvents(database.db, clock.now())
		expect(await rows()).toEqual([])
	})

	it('deletes the oldest rows of a group above its limit, and none of another group', async () => {
		trail.record({ tipo: 'derechos_cambiados', usuario_id: 1 })
		await trail.flush()
		for (let network = 0; network < 5; network++) {
			trail.record({ tipo: 'inicio_fallido', ip: addressOf(network), detalle: `${network}` })
			await trail.flush()
		}
		await purgeSecurityEvents(database.db, clock.now(), {
			...securityRetention,
			rechazo: { days: 30, rows: 2 },
		})
		expect((await rows()).map(({ detalle }) => detalle)).toEqual([null, '3', '4'])
	})
})
