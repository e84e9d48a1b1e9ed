import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a customer gives notice of a withdrawal in the profile, and staff receive it and give the money back', {
	tag: '@phone',
}, async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const carrito = [line('Negro', 2)]
	const order = await api.anOrder(customer, { carrito, total: 59_980, metodo_pago: 'transferencia' })
	await api.editOrder(order.orden_id, { estado: 'completado' })
	const stock = await api.stockOf('Negro')
	// Before the customer's mails are read: without the confirmation the notice has 90 days.
	await api.expectMail(customer.email, /^Recibimos tu pedido/)

	await shop.arriveWith({ customer })
	const account = new AccountPage(shop)
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await expect(
		page.getByText(/^Puedes arrepentirte hasta el \d+ \w+ \d{4}, y la garantía legal vale hasta el/),
	).toBeVisible()
	await page.getByRole('button', { name: 'Devolver o cambiar' }).click()
	const form = page.locator('.return-form')
	await expect(form.getByRole('heading', { name: 'Devolver o cambiar' })).toBeFocused()
	await form.getByRole('button', { name: 'Enviar el aviso' }).click()
	await expect(form.getByRole('alert')).toHaveText('Marca qué unidades devuelves.')
	await form.getByRole('button', { name: /^Agregar uno/ }).click()
	await expect(form.getByText(/a más tardar el/)).toBeVisible()
	await expectAccessible(page, 'return-form')
	await form.getByRole('button', { name: 'Enviar el aviso' }).click()
	const state = page.getByRole('list', { name: 'Lo que devuelves' })
	await expect(state).toContainText('Arrepentimiento: 1 Negro')
	await expect(state).toContainText('Tráelo a metro Baquedano. No hace falta la caja ni la boleta.')
	await expectAccessible(page, 'return-asked')

	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=hoy')
	await expect(staff.section.getByText('Retornos por recibir o cerrar', { exact: true })).toBeVisible()
	await staff.go('Retornos')
	const row = staff.section.getByRole('listitem').filter({ hasText: `Ver la orden ${order.nro_orden}` })
	await expect(row).toContainText('Quedan 45 días para el dinero')
	await row.getByRole('button', { name: /^Recibir/ }).click()
	await expectAccessible(page, 'panel-return-receive')
	await staff.dialog.getByRole('button', { name: 'Recibido' }).click()
	await expect(row).toContainText('Llegaron 1 Negro (como nueva, sin abrir), 1 al stock')
	expect(await api.stockOf('Negro')).toBe(stock + 1)
	await row.getByRole('button', { name: /^Cerrar/ }).click()
	await expect(staff.dialog.getByLabel('Monto')).toHaveValue('29990')
	await expectAccessible(page, 'panel-return-close')
	await staff.dialog.getByRole('button', { name: 'Cerrar' }).click()
	await expect(row).toContainText('Devuelto: $29.990')
	await expectAccessible(page, 'panel-returns')
	await row.getByRole('link', { name: `Ver la orden ${order.nro_orden}` }).click()
	await expect(staff.section.getByRole('heading', { name: 'Retornos' })).toBeVisible()
})

test('the holder of an order’s link asks for another unit by the warranty, and staff refuse with a reason', {
	tag: '@phone',
}, async ({ api, page }) => {
	const customer = await api.aCustomer()
	const order = await api.anOrder(customer, { metodo_pago: 'efectivo' })
	await api.editOrder(order.orden_id, { estado: 'completado' })
	const path = await api.pathFromMail(customer.email, /\/orden\/[\w.-]+/)
	await page.goto(path)
	await page.getByRole('button', { name: 'Devolver o cambiar' }).click()
	const form = page.locator('.return-form')
	await form.getByLabel('Falla, o no es lo que compré (garantía)').check()
	await form.getByLabel('Que me den otro igual').check()
	await form.getByLabel('Lo envío por courier').check()
	await expect(form.getByText('el envío lo pagamos nosotros')).toBeVisible()
	await form.getByLabel(/¿Qué le pasa/).fill('No enciende')
	await form.getByRole('button', { name: 'Enviar el aviso' }).click()
	await expect(page.getByText('Garantía: 1 Negro')).toBeVisible()

	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${order.orden_id}`)
	const block = staff.section.getByRole('listitem').filter({ hasText: 'No enciende' })
	await block.getByRole('button', { name: /^Anular/ }).click()
	await staff.dialog.getByLabel('Motivo para el cliente').fill('Llegó sin la falla que contaste')
	await staff.dialog.getByRole('button', { name: 'Anular' }).click()
	await expect(block).toContainText('Al cliente: Llegó sin la falla que contaste')
	await page.goto(path)
	await expect(page.getByText('Esta devolución no siguió. Llegó sin la falla que contaste')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Devolver o cambiar' })).toBeVisible()
})

test('staff note a return for a customer who came, and exchange the unit', { tag: '@phone' }, async ({ api, page }) => {
	const order = await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo' })
	await api.editOrder(order.orden_id, { estado: 'completado' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${order.orden_id}`)
	await staff.section.getByRole('button', { name: 'Anotar un retorno' }).click()
	await staff.dialog.getByLabel('Unidades Negro').fill('1')
	await staff.dialog.getByLabel('Por qué').selectOption({ label: 'Garantía' })
	await staff.dialog.getByLabel('Qué pide').selectOption({ label: 'Cambio por otro' })
	await expectAccessible(page, 'panel-return-open')
	await staff.dialog.getByRole('button', { name: 'Anotar el retorno' }).click()
	const block = staff.section.getByRole('listitem').filter({ hasText: 'Garantía: 1 Negro' })
	await block.getByRole('button', { name: /^Recibir/ }).click()
	await staff.dialog.getByLabel('Cómo').selectOption({ label: 'Con falla' })
	await expect(staff.dialog.getByLabel('Al stock')).toHaveValue('0')
	await staff.dialog.getByRole('button', { name: 'Recibido' }).click()
	await block.getByRole('button', { name: /^Cerrar/ }).click()
	await expect(staff.dialog.getByLabel(/^Hacer ahora la orden del reemplazo/)).toBeChecked()
	await expectAccessible(page, 'panel-return-exchange')
	await staff.dialog.getByRole('button', { name: 'Cerrar' }).click()
	await expect(block).toContainText(/Reemplazo: orden \d+/)
	await expectAccessible(page, 'panel-order-returns')
})
