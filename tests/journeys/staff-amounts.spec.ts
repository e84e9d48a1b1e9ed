import { randomUUID } from 'node:crypto'
import { price } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

const notWhole = 'Escribe un número entero, desde 0.'

test('a total that is not a number is never saved as 0', async ({ page, api }) => {
	const { orden_id, nro_orden } = await api.anOrder(await api.aCustomer('Javiera'), { metodo_pago: 'efectivo' })
	const storedTotal = async () => (await api.orderForStaff(orden_id)).total
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&nro_orden=${nro_orden}`)
	const total = async () => (await staff.row(new RegExp(`^#?${nro_orden}`))).getByLabel(/^Total/)
	const field = await total()
	await field.clear()
	await field.pressSequentially('25000-')
	await field.press('Enter')
	await expect(page.getByRole('alert')).toContainText(`No se guardó. ${notWhole}`)
	await expect(field).toHaveAttribute('aria-invalid', 'true')
	await page.getByRole('button', { name: 'Descartar' }).click()
	await expect(field).toHaveValue(String(price))

	// A half-typed value stays in the field, and focusing it saves nothing.
	await field.clear()
	await field.pressSequentially('25000-')
	await staff.go('Productos')
	await staff.go('Órdenes')
	await staff.search(String(nro_orden))
	const again = await total()
	await expect(again).toHaveValue('25000-')
	await again.focus()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('alert')).toContainText(notWhole)

	// An empty field is no total of $0 either.
	await again.fill('')
	await again.press('Enter')
	await expect(page.getByRole('alert')).toContainText(notWhole)
	expect(await storedTotal()).toBe(price)
	await again.fill('25.000')
	await again.press('Enter')
	await expect(staff.section.getByText('Guardado')).toBeVisible()
	expect(await storedTotal()).toBe(25_000)
})

test('a price that is not a number is never saved as 0', async ({ page, api }) => {
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=productos&q=Celeste')
	const field = (await staff.productRow('Celeste')).getByLabel(/^Precio/)
	await field.clear()
	await field.pressSequentially('29990e')
	await field.press('Enter')
	await expect(page.getByRole('alert')).toContainText(notWhole)
	await expect(field).toHaveValue('29990e')
	await page.reload()
	await expect((await staff.productRow('Celeste')).getByLabel(/^Precio/)).toHaveValue(String(price))
})

test('a new product with a price that is not a number is not created for $0', async ({ page, api }) => {
	const sku = `PRUEBA-${randomUUID().slice(0, 6)}`
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=productos')
	const form = await staff.beginProduct()
	await form.getByLabel('Nombre').fill('Cepillo de limpieza')
	await form.getByLabel('SKU').fill(sku)
	const field = form.getByLabel('Precio')
	await field.pressSequentially('29990e')
	await field.press('Enter')
	await expect(page.getByRole('alert')).toContainText(notWhole)
	await expect(field).toHaveAttribute('aria-invalid', 'true')
	await expect(field).toBeFocused()
	await staff.search(sku)
	await expect(staff.section.getByText('No hay productos que mostrar.')).toBeVisible()
})
