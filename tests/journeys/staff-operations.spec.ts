import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Inbox, startInbox } from '#simulators/correo/inbox.ts'
import { startPostgres } from '#tests/failures/postgres-server.ts'
import { ShopApi } from '#tests/journeys/shop-api.ts'
import { openShopProcess } from '#tests/journeys/shop-process.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff settle the case of an order that was paid after they had cancelled it', async ({ page, api }) => {
	const customer = await api.aCustomer('Isidora')
	const order = await api.anOrder(customer)
	await api.setEstado(order.orden_id, 'cancelado')
	await api.expectMail(customer.email, /^Cancelamos tu pedido · Orden N° \d+$/)
	if (!order.init_point) throw new Error('no init_point')
	await page.goto(order.init_point)
	await page.getByRole('button', { name: 'Aprobar pago' }).click()
	await expect(page).toHaveURL(/checkout-success/)

	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Casos')
	const row = staff.section.getByRole('listitem').filter({ hasText: `Ver la orden ${order.nro_orden}` })
	await expect(row).toContainText('Pagaron una orden cancelada', { timeout: 30_000 })
	await row.getByRole('link').click()
	await expect(page.getByRole('alert')).toContainText('Devuelve el pago')
	await page.getByRole('button', { name: 'Devolver dinero' }).click()
	await staff.dialog.getByLabel('Motivo').fill('Estaba cancelada')
	await staff.dialog.getByRole('button', { name: 'Devolver', exact: true }).click()
	// Its end shows without anybody asking for it.
	const refund = page.getByRole('listitem').filter({ hasText: 'Devolución de $29.990' })
	await expect(refund.getByText('Hecha')).toBeVisible({ timeout: 30_000 })
	await api.expectMail(customer.email, /^Te devolvimos \$29\.990/)
	await page.getByRole('button', { name: 'Caso resuelto' }).click()
	await staff.dialog.getByRole('button', { name: 'Resolver caso' }).click()
	await expect(page.getByRole('list', { name: 'Historia de la orden' })).toContainText('Caso resuelto')
	await page.getByRole('link', { name: 'Volver a la lista' }).click()
	await expect(staff.section.getByText(`Ver la orden ${order.nro_orden}`)).toHaveCount(0)
})

/** A shop on PostgreSQL, so that its jobs can be brought into a state that takes days, with a mail server that may refuse. */
async function openShopWithMail(): Promise<{
	url: string
	inbox: Inbox
	giveUp(): Promise<void>
	stop(): Promise<void>
}> {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-'))
	const inbox = await startInbox({ dataDir: folder })
	const server = await startPostgres()
	const address = await server.createDatabase('shop')
	const shop = await openShopProcess({ DATABASE_URL: address, SMTP_URL: inbox.smtpUrl })
	return {
		url: shop.url,
		inbox,
		async giveUp() {
			const client = new pg.Client(address)
			await client.connect()
			await client.query(`update pgboss.job set state = 'failed', retry_count = retry_limit, completed_on = now()
				where name = 'enviar_correo' and state = 'retry'`)
			await client.end()
		},
		async stop() {
			await shop.stop()
			await server.stop()
			await inbox.close()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

test('staff see why a mail does not leave, and send it when the mail server is back', async ({
	browser,
	playwright,
}) => {
	const shop = await openShopWithMail()
	try {
		shop.inbox.refuseNext(1_000_000, 451)
		const request = await playwright.request.newContext({ baseURL: shop.url })
		const api = new ShopApi(request)
		const customer = await api.aCustomer('Josefa')
		const { nro_orden } = await api.anOrder(customer, { metodo_pago: 'efectivo' })

		const context = await browser.newContext({ baseURL: shop.url, ...test.info().project.use })
		const page = await context.newPage()
		const staff = new StaffPage(page)
		await staff.enter(api)
		await staff.go('Trabajos')
		const row = staff.section.getByRole('listitem').filter({ hasText: 'Enviar correo' }).first()
		await expect(row).toContainText('Se reintentará', { timeout: 30_000 })
		await expect(row).toContainText('451')
		await shop.giveUp()
		await page.getByRole('button', { name: /^Falló/ }).click()
		await expect(row).toContainText('Falló', { timeout: 30_000 })
		shop.inbox.refuseNext(0)
		await row.getByRole('button', { name: 'Reintentar Enviar correo' }).click()
		await expect(staff.section.getByText('Nada pendiente: todo está hecho.')).toBeVisible({ timeout: 30_000 })
		await expect
			.poll(() => shop.inbox.mails().filter(({ to }) => to === customer.email).length, { timeout: 30_000 })
			.toBe(1)
		await staff.go('Órdenes')
		await staff.openOrder(nro_orden)
		await expect(page.getByRole('list', { name: 'Historia de la orden' })).toContainText('Trabajo reintentado')
		await context.close()
		await request.dispose()
	} finally {
		await shop.stop()
	}
})
