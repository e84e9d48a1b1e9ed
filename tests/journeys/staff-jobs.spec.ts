import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Inbox, startInbox } from '@premium-shaker/simulators/correo'
import pg from 'pg'
import { startPostgres } from '#tests/failures/postgres-server.ts'
import { openShopProcess, type ShopProcess } from '#tests/journeys/shop-process.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test as journey } from '#tests/journeys/test.ts'

interface MailShop {
	readonly process: ShopProcess
	/** A mail server that can reject mails. */
	readonly inbox: Inbox
	/** Exhausts the retries of failed mails, as after days. */
	giveUp(): Promise<void>
}

/** Journeys in a shop on PostgreSQL, whose job table is accessible, with its own mail server. */
const test = journey.extend<object, { mailShop: MailShop; shopProcess: ShopProcess }>({
	mailShop: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
		async ({}, use) => {
			const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-'))
			const inbox = await startInbox({ dataDir: folder })
			const server = await startPostgres()
			const address = await server.createDatabase('shop')
			const process = await openShopProcess({ DATABASE_URL: address, SMTP_URL: inbox.smtpUrl })
			async function giveUp(): Promise<void> {
				const client = new pg.Client(address)
				await client.connect()
				const update = `update pgboss.job set state = 'failed', retry_count = retry_limit, completed_on = now()
					where name = 'enviar_correo' and state = 'retry'`
				// A job that is running is not waiting.
				await expect.poll(async () => (await client.query(update)).rowCount, { timeout: 30_000 }).toBeGreaterThan(0)
				await client.end()
			}
			await use({ process, inbox, giveUp })
			await process.stop()
			await server.stop()
			await inbox.close()
			rmSync(folder, { recursive: true, force: true })
		},
		{ scope: 'worker', timeout: 300_000 },
	],
	shopProcess: [async ({ mailShop }, use) => use(mailShop.process), { scope: 'worker', timeout: 300_000 }],
})

test('staff see why a mail fails, and send it when the mail server is available again', async ({
	page,
	api,
	mailShop: { inbox, giveUp },
}) => {
	const staff = new StaffPage(page)
	await staff.enter(api)
	// The mail of a new login was sent before.
	await expect.poll(() => inbox.mails().length, { timeout: 30_000 }).toBe(1)
	await api.set('aviso_pedidos', 'ninguno')
	inbox.refuseNext(1_000_000, 451)
	const customer = await api.aCustomer('Josefa')
	const { nro_orden } = await api.anOrder(customer, { metodo_pago: 'efectivo' })
	await staff.go('Trabajos')
	const row = staff.section.getByRole('listitem').filter({ hasText: 'Enviar correo' })
	await expect(row).toContainText('Se reintentará', { timeout: 30_000 })
	await expect(row).toContainText('451')
	await giveUp()
	await page.getByRole('button', { name: /^Falló/ }).click()
	await expect(row).toContainText('Falló', { timeout: 30_000 })
	inbox.refuseNext(0)
	await row.getByRole('button', { name: 'Reintentar Enviar correo' }).click()
	await expect(staff.section.getByText('Nada pendiente: todo está hecho.')).toBeVisible({ timeout: 30_000 })
	await expect.poll(() => inbox.mails().filter(({ to }) => to === customer.email).length, { timeout: 30_000 }).toBe(1)
	await staff.go('Órdenes')
	await staff.openOrder(nro_orden)
	await expect(page.getByRole('list', { name: 'Historia de la orden' })).toContainText('Trabajo reintentado')
})
