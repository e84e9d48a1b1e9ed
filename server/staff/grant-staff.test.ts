import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { grantStaff } from '#server/staff/grant-staff.ts'
import { listStaff } from '#server/staff/list-staff.ts'
import { revokeStaff } from '#server/staff/revoke-staff.ts'
import { openTestDatabase } from '#tests/open-database.ts'

let database: OpenDatabase

beforeAll(async () => {
	database = await openTestDatabase()
	await database.db.insert(usuarios).values([
		{ email: 'ana@correo.cl', first_name: 'Ana', last_name: 'Soto', is_active: false },
		{ email: 'luis@correo.cl', first_name: 'Luis' },
	])
})
afterAll(() => database.close())

describe("the operator's command", () => {
	it('lets registered accounts in, lists them and shuts them out, but not the last one', async () => {
		const { db } = database
		expect(await listStaff(db)).toEqual({ ok: true, lines: ['Nadie es parte del equipo.'] })
		expect(await grantStaff(db, ' ANA@correo.cl ')).toMatchObject({ ok: true })
		expect(await grantStaff(db, 'ana@correo.cl')).toEqual({
			ok: true,
			lines: ['ana@correo.cl ya es parte del equipo.'],
		})
		expect(await revokeStaff(db, 'ana@correo.cl')).toMatchObject({ ok: false })
		expect(await grantStaff(db, 'luis@correo.cl')).toMatchObject({ ok: true })
		expect((await listStaff(db)).lines).toEqual([
			'ana@correo.cl  ·  Ana Soto  ·  staff',
			'luis@correo.cl  ·  Luis  ·  staff',
		])
		expect(await revokeStaff(db, 'ana@correo.cl')).toMatchObject({ ok: true })
		expect(await revokeStaff(db, 'ana@correo.cl')).toMatchObject({ ok: true })
		const [ana] = await db.select().from(usuarios).where(eq(usuarios.email, 'ana@correo.cl'))
		expect(ana).toMatchObject({ is_staff: false, is_active: true })
		const log = await db
			.select()
			.from(auditoria)
			.where(eq(auditoria.ref, String(ana?.id)))
		expect(log.map(({ campo, despues }) => [campo, despues])).toEqual([
			['is_staff', 'true'],
			['is_active', 'true'],
			['is_staff', 'false'],
		])
	})

	it('says so when there is no such account or e-mail', async () => {
		const { db } = database
		expect((await grantStaff(db, 'nadie@correo.cl')).lines[0]).toContain('No hay una cuenta con nadie@correo.cl')
		expect((await grantStaff(db, 'nadie')).lines).toEqual(['«nadie» no es un correo.'])
		expect((await revokeStaff(db, 'nadie@correo.cl')).ok).toBe(false)
	})
})
