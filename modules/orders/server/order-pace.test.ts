import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { countRecentOrders, paceProblem } from '#modules/orders/server/order-pace.ts'
import { settingsFrom } from '#modules/settings/settings.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { writeOrder } from '#tests/written-order.ts'

const settings = settingsFrom(new Map())
const now = new Date('2026-11-26T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

let database: OpenDatabase
beforeAll(async () => {
	database = await openTestDatabase()
})
afterAll(() => database.close())

let accounts = 0
/** An account with one order of each age in minutes. */
async function anAccount(ages: readonly number[], order: Parameters<typeof writeOrder>[1] = {}): Promise<number> {
	accounts += 1
	const row = { email: `ritmo${accounts}@correo.cl`, first_name: 'Ana' }
	const [account] = await database.db.insert(usuarios).values(row).returning({ id: usuarios.id })
	if (!account) throw new Error('no account')
	for (const age of ages) await writeOrder(database, { user: account.id, created_at: minutesAgo(age), ...order })
	return account.id
}
const ages = (count: number, minutes: number) => Array.from({ length: count }, () => minutes)
const refuse = (user: number, metodo_pago: 'efectivo' | 'flow' = 'efectivo') =>
	database.db.transaction(async (tx) =>
		paceProblem(tx, { user, metodo_pago, settings, now }, await countRecentOrders(tx, user, now)),
	)

describe('paceProblem', () => {
	it('accepts 30 orders of an account in an hour, and returns when the next one is accepted', async () => {
		expect(await refuse(await anAccount(ages(29, 40)))).toBeUndefined()
		expect(await refuse(await anAccount([...ages(29, 40), 61]))).toBeUndefined()
		const refused = await refuse(await anAccount(ages(30, 40)))
		expect(refused).toMatchObject({ failure: 'demasiadas_solicitudes', extra: { retry_after: 20 * 60 } })
		expect(refused?.text).toContain('20 minutos')
	})

	it('accepts 100 orders of an account in a day', async () => {
		expect(await refuse(await anAccount(ages(99, 120)))).toBeUndefined()
		const refused = await refuse(await anAccount(ages(100, 23 * 60)))
		expect(refused).toMatchObject({ failure: 'demasiadas_solicitudes', extra: { retry_after: 3600 } })
	})

	it('blocks gateway orders of an account for an hour after its last ten failed', async () => {
		const failed = { metodo_pago: 'flow', estado: 'fallida', stock_tomado: false } as const
		const account = await anAccount(ages(10, 30), failed)
		expect(await refuse(account, 'flow')).toMatchObject({ extra: { retry_after: 30 * 60 } })
		expect(await refuse(account, 'efectivo')).toBeUndefined()
		expect(await refuse(await anAccount(ages(10, 61), failed), 'flow')).toBeUndefined()
		expect(await refuse(await anAccount(ages(9, 30), failed), 'flow')).toBeUndefined()
		await writeOrder(database, { user: account, created_at: minutesAgo(5), metodo_pago: 'flow', estado: 'pendiente' })
		expect(await refuse(account, 'flow')).toBeUndefined()
	})
})
