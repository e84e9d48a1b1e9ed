import { expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { secondFactorStep } from '#modules/second-factor/server/first-day-step.ts'
import { openTestDatabase } from '#tests/open-database.ts'

it('requires a second factor of every superuser', async () => {
	const { db, close } = await openTestDatabase()
	const account = { nombre: 'Jefa', password: '', is_staff: true, is_superuser: true }
	await db.insert(usuarios).values([
		{ ...account, email: 'jefa@premiumshaker.cl' },
		{ ...account, email: 'bodega@premiumshaker.cl', is_superuser: false },
	])
	expect(await secondFactorStep.find(db)).toEqual({ listo: false, texto: 'Le falta a jefa@premiumshaker.cl.' })
	await db.update(usuarios).set({ segundo_factor_at: new Date() })
	expect(await secondFactorStep.find(db)).toEqual({ listo: true, texto: '' })
	await close()
})
