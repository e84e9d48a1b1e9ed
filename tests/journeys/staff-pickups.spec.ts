import { dayIn, daysLater } from '#core/rules/times.ts'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** The day after tomorrow as a date field's value. */
function comingDay(): string {
	return daysLater(dayIn(new Date()), 2)
}

test("staff agree on an hour for a pickup, check its customer's code, hand it over and undo it", {
	tag: '@phone',
}, async ({ page, api, browser, troubles }) => {
	troubles.allow(/status of 422|codigo_retiro/)
	const customer = await api.aCustomer('Amanda')
	const order = await api.anOrder(customer, { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Reparto')
	const { section, dialog } = staff
	const row = section.getByRole('listitem').filter({ hasText: `Orden ${order.nro_orden}` })
	await expect(row).toContainText('Sin hora acordada')
	await row.getByRole('button', { name: `Acordar hora de la orden ${order.nro_orden}` }).click()
	await dialog
		.getByRole('button', { name: /^(hoy|mañana|[a-zé]+) \d\d:\d\d$/ })
		.first()
		.click()
	await expect(dialog.getByLabel('Hora')).toHaveValue(/^\d\d:\d\d$/)
	await dialog.getByLabel('Día').fill(comingDay())
	await dialog.getByLabel('Hora').fill('18:30')
	await expectAccessible(page, 'over-panel-pickup-hour')
	await dialog.getByRole('button', { name: 'Avisar al cliente' }).click()
	await expect(row).toContainText(/Acordado: .*18:30/)
	await expectAccessible(page, 'panel-pickups')

	await api.expectMail(customer.email, /Tu pedido está listo para retirar/)
	const visitor = await browser.newPage({ viewport: page.viewportSize() })
	await visitor.goto(await api.pathFromMail(customer.email, /\/orden\/[\w.-]+/))
	const pickup = visitor.getByRole('status', { name: 'El retiro' })
	await expect(pickup).toContainText(/Listo para retirar\s*Te esperamos el .*18:30/)
	const [code = ''] = /\d{3} \d{3}/.exec(await pickup.innerText()) ?? []
	await expectAccessible(visitor, 'tracked-pickup')

	await row.getByRole('button', { name: `Entregar la orden ${order.nro_orden}` }).click()
	await dialog.getByLabel(/^Código/).fill(code === '111 111' ? '222 222' : '111 111')
	await dialog.getByRole('button', { name: 'Entregada al cliente' }).click()
	await expect(dialog.getByLabel(/^Código/)).toHaveAccessibleDescription(/^Ese no es el código de esta orden\./)
	await expect(dialog.getByLabel(/^Código/)).toBeFocused()
	await dialog.getByLabel(/^Código/).fill(code)
	await dialog.getByLabel(/^Efectivo recibido/).fill('20.000')
	await expect(dialog.getByText('Faltan $9.990')).toBeVisible()
	await dialog.getByRole('button', { name: 'Entregada al cliente' }).click()
	await expect(dialog.getByText('La orden se paga completa al recibirla.')).toBeVisible()
	await dialog.getByLabel(/^Efectivo recibido/).fill('30.000')
	await expect(dialog.getByText('Vuelto: $10')).toBeVisible()
	await expectAccessible(page, 'over-panel-pickup-code')
	await dialog.getByRole('button', { name: 'Entregada al cliente' }).click()
	await expect(row).toContainText('Entregado')
	await expect(row).toContainText('cobrado $29.990, vuelto $10')
	expect((await api.orderForStaff(order.orden_id)).estado).toBe('completado')
	await visitor.reload()
	await expect(pickup).toContainText(/Retirado\s*Lo retiraste el/)
	await expect(pickup).not.toContainText(code)
	await visitor.close()

	await row.getByRole('button', { name: `Deshacer la entrega de la orden ${order.nro_orden}` }).click()
	await expect(row).toContainText(/Acordado: .*18:30/)
	expect((await api.orderForStaff(order.orden_id)).estado).toBe('pendiente')

	await row.getByRole('button', { name: `Entregar la orden ${order.nro_orden}` }).click()
	await dialog.getByLabel(/^Código/).fill(code)
	await dialog.getByLabel('Pagó por transferencia').check()
	await expect(dialog.getByRole('status')).toContainText('La orden queda entregada y sin pagar, como caso')
	await expect(dialog.getByLabel(/^Efectivo recibido/)).toHaveCount(0)
	await expectAccessible(page, 'over-panel-pickup-transfer')
	await dialog.getByRole('button', { name: 'Entregada al cliente' }).click()
	await expect(row).toContainText('pagó por transferencia, falta verla')
	const unpaid = { estado: 'completado', dinero: 'sin_pago', atencion: 'transferencia_en_puerta' }
	expect(await api.orderForStaff(order.orden_id)).toMatchObject(unpaid)
})

test('a refusal of a field that the dialog does not show is never silent', async ({ page, api, troubles }) => {
	troubles.allow(/422|an action was not done/)
	const { orden_id, nro_orden } = await api.anOrder(await api.aCustomer('Elena'), { metodo_pago: 'efectivo' })
	const fields = ['pago', 'contado']
	await page.route('**/admin_retiros/*/entregar/', (route) => {
		const campo = fields.shift()
		return route.fulfill({ status: 422, json: { error: `Falta ${campo}.`, code: 'valor_invalido', campo } })
	})
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Reparto')
	await staff.section.getByRole('button', { name: `Entregar la orden ${nro_orden}` }).click()
	await staff.dialog.getByLabel('Por qué sin código').fill('Mostró su cédula')
	for (const campo of [...fields]) {
		await staff.dialog.getByRole('button', { name: 'Entregada al cliente' }).click()
		await expect(staff.dialog.getByRole('alert')).toHaveText(`Falta ${campo}. Recarga la página e intenta nuevamente.`)
	}
	expect((await api.orderForStaff(orden_id)).estado).toBe('pendiente')
})
