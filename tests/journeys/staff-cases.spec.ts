import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff resolve the case of an order that was paid after they had cancelled it', async ({ page, api }) => {
	const customer = await api.aCustomer('Isidora')
	const order = await api.anOrder(customer)
	await api.editOrder(order.orden_id, { estado: 'cancelado' })
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
	// The result appears without a reload.
	const refund = page.getByRole('listitem').filter({ hasText: 'Devolución de $29.990' })
	await expect(refund.getByText('Hecha')).toBeVisible({ timeout: 30_000 })
	await api.expectMail(customer.email, /^Te devolvimos \$29\.990/)
	await page.getByRole('button', { name: 'Caso resuelto' }).click()
	await staff.dialog.getByRole('button', { name: 'Resolver caso' }).click()
	await expect(page.getByRole('list', { name: 'Historia de la orden' })).toContainText('Caso resuelto')
	await page.getByRole('link', { name: 'Volver a la lista' }).click()
	await expect(staff.section.getByText(`Ver la orden ${order.nro_orden}`)).toHaveCount(0)
})
