import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createLog } from '#core/server/platform/log.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'

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
	log.error({ err: { ...error, message: error.message, stack: error.stack, queue: 'enviar_correo' } }, 'the job queue')
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
