import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff write a message once, and send it from an order with its data filled in', async ({ page, api }) => {
	const customer = await api.aCustomer('Camila')
	await api.anOrder(customer, { metodo_pago: 'transferencia' })
	const [order] = await api.ordersOf(customer)
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	await staff.unfold('Mensajes listos de WhatsApp')
	const field = page.getByLabel('Otro mensaje')
	await field.fill('Hola {nombre}, ¿llegó bien tu orden {orden} de {total}?')
	await page.getByRole('button', { name: 'Guardar Otro mensaje' }).click()
	await expect(page.getByRole('button', { name: 'Guardar Otro mensaje' })).toBeHidden()

	await staff.go('Órdenes')
	await staff.openOrder(Number(order?.nro_orden))
	await page.getByText('Mensajes listos').click()
	const link = page.getByRole('link', { name: 'Otro mensaje por WhatsApp' })
	await expect(link).toBeVisible()
	const address = new URL((await link.getAttribute('href')) ?? '')
	expect(address.origin).toBe('https://wa.me')
	expect(address.searchParams.get('text')).toBe(`Hola Camila, ¿llegó bien tu orden ${order?.nro_orden} de $29.990?`)
	await expect(page.getByRole('link', { name: 'Falta tu comprobante por WhatsApp' })).toBeVisible()
})
