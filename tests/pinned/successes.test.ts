import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPostgres } from '#core/server/db/database.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { openObservedShop } from '#tests/pinned/observed-routes.ts'
import { SpecifiedCalls } from '#tests/pinned/specified-calls.ts'
import { runAccounts } from '#tests/pinned/story/accounts.ts'
import { runDeliveries } from '#tests/pinned/story/deliveries.ts'
import { runOrders, runVisit } from '#tests/pinned/story/orders.ts'
import { runPanel } from '#tests/pinned/story/panel.ts'
import { runOddRefunds, runStaffCases, runStaffOrders } from '#tests/pinned/story/staff-orders.ts'
import { callsOf, type Story } from '#tests/pinned/story/storyteller.ts'
import { SuccessRecord } from '#tests/pinned/success-record.ts'
import { aCustomer, logIn } from '#tests/shop-helpers.ts'
import { proveAddress } from '#tests/staff-helpers.ts'
import { withTax } from '#tests/tax-shop.ts'

let postgres: PostgresServer
beforeAll(async () => {
	postgres = await startPostgres()
})
// The story inserts refunds that no gateway made.
afterAll(() => postgres.stop({ isUnchecked: true }))

const engines: [string, () => Promise<OpenDatabase>][] = [
	['PGlite', openTestDatabase],
	['PostgreSQL', async () => await openPostgres(await postgres.createDatabase('story'), () => {})],
]

async function tell(story: Story): Promise<void> {
	const { shop } = story
	await runVisit(story)
	await runAccounts(story)
	const customer = await aCustomer(shop, 'Camila')
	await proveAddress(shop, customer.email)
	const orders = await runOrders(story, customer)
	// A new login: earlier parts move the clock, and a proof of identity is fresh for ten minutes.
	const { access } = await logIn(shop, staffLogin.email, staffLogin.password)
	const boss = callsOf(story, access)
	await runStaffOrders(story, boss, orders)
	await runOddRefunds(story, boss, orders)
	await runStaffCases(story, boss, customer)
	await runDeliveries(story, boss, access, customer)
	await runPanel(story, boss, access)
	await shop.startJobs()
	await callsOf(story).answer('GET', '/salud/listo')
}

describe.each(engines)('a shop on %s', (_engine, openDatabase) => {
	// Both engines are compared with the same file.
	it('answers each successful call of one story as recorded', async () => {
		const record = new SuccessRecord()
		const specified = new SpecifiedCalls()
		const provider = createFakeTaxDocuments()
		const database = await openDatabase()
		const { shop, routes } = await openObservedShop(
			{ ...withTax(() => ({ provider, pauseMs: 0 })), database },
			(app) => {
				record.watch(app)
				specified.watch(app)
			},
		)
		try {
			// A few minutes into an hour: the story ends before the next hour and the next day begin.
			shop.clock.advanceMinutes(65 - shop.clock.now().getUTCMinutes())
			await tell({ shop, record })
			// Gateways send notifications asynchronously.
			await expect.poll(() => record.hasReached('POST', '/api/webhooks/{gateway}')).toBe(true)
			await expect(record.text(routes)).toMatchFileSnapshot('recorded/successes.txt')
			await expect(specified.text()).toMatchFileSnapshot('recorded/specified-answers.txt')
		} finally {
			await shop.stop()
		}
	})
})
