import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { createLog, plainReason } from '#core/server/platform/log.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { callProvider } from '#modules/payments/server/gateways/call-provider.ts'
import { openTestDatabase } from '#tests/open-database.ts'

describe('log', () => {
	const typed = 'hortensia@correo.cl'

	async function logOf(fails: () => Promise<unknown>): Promise<string> {
		const lines: string[] = []
		const log = createLog('info', { write: (line: string) => void lines.push(line) })
		await fails().catch((err: unknown) => log.error({ err }, 'failed'))
		return lines.join('')
	}

	it("logs errors of the job queue, which are plain objects with an error's fields", () => {
		const lines: string[] = []
		const log = createLog('info', { write: (line: string) => void lines.push(line) })
		const error = Object.assign(new Error(`permission denied for table job\nparams: ${typed}`), { code: '42501' })
		log.error(
			{ err: { ...error, message: error.message, stack: error.stack, queue: 'enviar_correo' } },
			'the job queue',
		)
		const { err } = JSON.parse(lines.join('')) as { err: Record<string, unknown> }
		expect(err).toEqual({
			type: 'Error',
			message: 'permission denied for table job',
			code: '42501',
			stack: expect.stringMatching(/^\s+at /),
		})
	})

	it("logs the database's error and its location, without typed values", async () => {
		const database = await openTestDatabase()
		const { db } = database
		const row = { email: typed, first_name: typed }
		await db.insert(usuarios).values(row)
		const twice = await logOf(async () => await db.insert(usuarios).values(row))
		expect(twice).toContain('usuarios_email')
		expect(twice).toContain('23505')
		expect(twice).toContain('insert into')
		const nul = await logOf(async () => await db.update(usuarios).set({ telefono: `${typed}\u{0}` }))
		expect(nul).toContain('"code":"22')
		await database.close()
		const away = await logOf(async () => await db.select().from(usuarios).where(eq(usuarios.email, typed)))
		expect(away).toContain('"stack"')
		for (const log of [twice, nul, away]) expect(log).not.toContain('hortensia')
	})
})

describe('plain reason', () => {
	const coded = (code: string, message = 'in the words of a library') => Object.assign(new Error(message), { code })
	const closed = 'http://127.0.0.1:1/'

	describe('plainReason', () => {
		it.each([
			['a call', () => fetchOutside(closed)],
			['a gateway', () => callProvider(new URL(closed), {}, {})],
			['a database', () => new Client('postgres://shop:x@127.0.0.1:1/shop').connect()],
		])('explains %s to a closed port', async (_what, call) => {
			const error = await call().catch((reason: unknown) => reason)
			expect(plainReason(error)).toContain('ahí no escucha nadie')
		})

		it.each([
			['28P01', 'la contraseña no es la de ese usuario'],
			['3D000', 'esa base no existe'],
			['42501', 'no tiene derechos en esa base'],
			['ENOTFOUND', 'ese nombre no existe'],
			['SELF_SIGNED_CERT_IN_CHAIN', 'una autoridad que esta máquina conozca'],
		])('explains %s at any depth of causes', (code, text) => {
			expect(plainReason(coded(code))).toContain(text)
			const query = new Error('Failed query: CREATE SCHEMA "drizzle"\nparams: ', { cause: coded(code) })
			expect(plainReason(new Error('a second one', { cause: query }))).toContain(text)
		})

		it("names each distinct answer of a host's addresses once", () => {
			expect(plainReason(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe(
				plainReason(coded('ECONNREFUSED')),
			)
		})

		it.each([
			['the file store answered 403 to PUT a/b.txt', 'el depósito respondió 403: mira'],
			['there is no bucket fotos', 'el depósito fotos no existe'],
			['no answer from 127.0.0.1:9: TypeError', '127.0.0.1:9 no contesta'],
			['api.pago.cl answered 503', 'api.pago.cl respondió 503'],
			['the gateway refused: 400 108 Invalid Signature', 'respondió: 400 108 Invalid Signature'],
			['connect ECONNREFUSED 127.0.0.1:25', 'ahí no escucha nadie'],
			['extension "pg_trgm" is not available', 'le falta la extensión pg_trgm'],
			[
				'could not open extension control file "/usr/share/pg_trgm.control": No such file',
				'le falta la extensión pg_trgm',
			],
		])('turns "%s" into plain Spanish', (message, text) => {
			expect(plainReason(new Error(message))).toContain(text)
		})

		it("keeps the shop's own sentence, and never a query", () => {
			expect(plainReason(new Error('no quedan folios'))).toBe('no quedan folios')
			const query = new Error('Failed query: select 1\nparams: ana@correo.cl', {
				cause: coded('XX000', 'out of sorts'),
			})
			expect(plainReason(query)).toBe('out of sorts')
			const migration = new Error('Failed query: CREATE EXTENSION\nparams: ', {
				cause: coded('0A000', 'extension "pg_trgm" is not available'),
			})
			expect(plainReason(migration)).toContain('le falta la extensión pg_trgm')
		})
	})
})
