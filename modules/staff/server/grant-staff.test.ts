import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import { systemClock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { grantStaff, listStaff, revokeStaff } from '#modules/staff/server/rights.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase
const mails: MailToEnqueue[] = []

const deps = () => ({
	db: database.db,
	clock: systemClock,
	mail: async (_tx: unknown, mail: MailToEnqueue) => void mails.push(mail),
	links: { tokenOf: (id: string) => `token-${id}` },
	hooks,
})
const grant = (email: string) => grantStaff(deps(), email)
const revoke = (email: string) => revokeStaff(deps(), email)

async function rowOf(email: string) {
	const [row] = await database.db.select().from(usuarios).where(eq(usuarios.email, email))
	return row
}

const proved = { email_verified_at: new Date() }

beforeAll(async () => {
	database = await openTestDatabase()
})
beforeEach(async () => {
	mails.length = 0
	await database.db.delete(usuarios)
	await database.db.insert(usuarios).values([
		{ email: 'ana@correo.cl', first_name: 'Ana', last_name: 'Soto', is_active: false, ...proved },
		{ email: 'luis@correo.cl', first_name: 'Luis', ...proved },
		{ email: 'eva@correo.cl', first_name: 'Eva' },
	])
})
afterAll(() => database.close())

describe("the operator's command", () => {
	it('grants registered accounts access, lists them and revokes it', async () => {
		expect(await listStaff(deps())).toEqual({ ok: true, lines: ['Nadie es parte del equipo.'] })
		expect(await grant(' ANA@correo.cl ')).toMatchObject({ ok: true })
		expect(await grant('ana@correo.cl')).toEqual({ ok: true, lines: ['ana@correo.cl ya es parte del equipo.'] })
		expect(await grant('luis@correo.cl')).toMatchObject({ ok: true })
		expect((await listStaff(deps())).lines).toEqual([
			'ana@correo.cl  ·  Ana Soto  ·  superusuario',
			'luis@correo.cl  ·  Luis  ·  staff',
		])
		expect(await revoke('luis@correo.cl')).toMatchObject({ ok: true })
		expect(await revoke('luis@correo.cl')).toMatchObject({ ok: true })
		const luis = await rowOf('luis@correo.cl')
		expect(luis).toMatchObject({ is_staff: false, is_active: true })
		const log = await database.db
			.select()
			.from(auditoria)
			.where(eq(auditoria.ref, String(luis?.id)))
		expect(log.map(({ campo, despues }) => [campo, despues])).toEqual([
			['is_staff', 'true'],
			['is_staff', 'false'],
		])
	})

	it('never leaves the shop without a superuser, and grants nothing more to others', async () => {
		await grant('ana@correo.cl')
		expect(await rowOf('ana@correo.cl')).toMatchObject({ is_superuser: true })
		expect(await revoke('ana@correo.cl')).toMatchObject({ ok: false })
		await grant('luis@correo.cl')
		expect(await rowOf('luis@correo.cl')).toMatchObject({ is_staff: true, is_superuser: false })
		expect(await revoke('ana@correo.cl')).toMatchObject({ ok: false, lines: [expect.stringContaining('superusuario')] })
		await revoke('luis@correo.cl')
		await grant('luis@correo.cl')
		expect(await rowOf('luis@correo.cl')).toMatchObject({ is_staff: true, is_superuser: false })
		// Staff revoked the last superuser in the panel: the next grant creates one again.
		await database.db.update(usuarios).set({ is_superuser: false })
		await grant('luis@correo.cl')
		expect(await rowOf('luis@correo.cl')).toMatchObject({ is_superuser: true })
	})

	it('mails the account and the staff, and grants an unproved address access by its link alone', async () => {
		await grant('ana@correo.cl')
		mails.length = 0
		expect((await grant('eva@correo.cl')).lines.join(' ')).toContain('cuando abra el enlace')
		expect(await rowOf('eva@correo.cl')).toMatchObject({ is_staff: true, derechos_en_espera: true })
		expect(mails.map(({ destinatario, datos }) => [destinatario, datos.quien, 'recuperacion_id' in datos])).toEqual([
			['eva@correo.cl', null, true],
			['ana@correo.cl', null, false],
		])
		expect((await listStaff(deps())).lines[1]).toContain('espera que abra su enlace')
	})

	it('reports an unknown account or an invalid e-mail', async () => {
		expect((await grant('nadie@correo.cl')).lines[0]).toContain('No hay una cuenta con nadie@correo.cl')
		expect((await grant('nadie')).lines).toEqual(['«nadie» no es un correo.'])
		expect((await revoke('nadie@correo.cl')).ok).toBe(false)
	})
})
