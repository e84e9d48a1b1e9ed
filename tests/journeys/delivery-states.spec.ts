import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { streets } from '#tests/journeys/checkout-page.ts'
import { type Customer, line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

let customer: Customer

test.beforeEach(async ({ api, shop }) => {
	customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	await shop.open('/pago')
	await shop.checkout.phone.fill('987654321')
	await shop.checkout.payBy('Efectivo al recibir')
})

test('a drive of 1,9 km is free, shown and charged', async ({ shop, api, page }) => {
	const { checkout } = shop
	await checkout.deliverTo(streets.moneda, 'Depto 12')
	await expect(page.getByText('Despacho gratis · aprox. 1,9 km')).toBeVisible()
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
	await expect(checkout.amount('Total a pagar')).toHaveText('$29.990')
	await expectAccessible(page, 'checkout-free', ['color-contrast'])
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	const [order] = await api.ordersOf(customer)
	expect(order).toMatchObject({ despacho: 0, total: 29_990, direccion: `${streets.moneda.shown}, Depto 12` })
	expect(await api.orderForStaff(order?.id ?? '')).toMatchObject({ despacho_sin_medir: false })
})

test('an address out of coverage blocks the order until a closer one is picked', async ({ shop, api, page }) => {
	const { checkout } = shop
	await checkout.deliverTo(streets.puenteAlto)
	const alert = shop.alert('Fuera de cobertura de despacho (más de 15 km). Elige retiro o una dirección más cercana.')
	await expect(alert).toBeVisible()
	await expect(checkout.amount('Despacho')).toHaveText('Sin cobertura')
	// The price of an order that is blocked is not emphasized.
	const stressedTotal = checkout.amount('Total a pagar').locator('.title-m')
	await expect(stressedTotal).toHaveCount(0)
	await expect(checkout.confirmButton).toBeDisabled()
	await checkout.address.press('Enter')
	await expect(page).toHaveURL('/pago')
	await page.getByRole('button', { name: 'Cambiar a retiro' }).click()
	await expect(page.getByRole('radio', { name: /^Retiro/ })).toBeFocused()
	await expect(page.getByRole('radio', { name: /^Retiro/ })).toBeChecked()
	await expect(page.getByText(/^Puedes retirarlo dentro de 3 días hábiles/)).toBeVisible()
	await expect(page.getByRole('alert')).toHaveCount(0)
	await expect(checkout.confirmButton).toBeEnabled()
	await checkout.deliverHome()
	await checkout.deliverTo(streets.moneda)
	await expect(alert).toHaveCount(0)
	await expect(stressedTotal).toHaveCount(1)
	await expect(checkout.confirmButton).toBeEnabled()
	// A confirmation before the distance is measured opens the dialog about the total.
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	expect(await api.ordersOf(customer)).toHaveLength(1)
})

test('pickup removes the delivery from the total, and home delivery adds it again', async ({ shop, api, page }) => {
	const { checkout } = shop
	await checkout.deliverTo(streets.apoquindo, 'Depto 12')
	await expect(checkout.amount('Total a pagar')).toHaveText('$33.490')
	await checkout.pickUp()
	await expect(checkout.amount('Despacho')).toHaveText('$0')
	await expect(checkout.amount('Total a pagar')).toHaveText('$29.990')
	await expect(checkout.address).toBeHidden()
	await checkout.deliverHome()
	await expect(checkout.address).toHaveValue(streets.apoquindo.shown)
	await expect(page.getByLabel('Número / Depto.')).toHaveValue('Depto 12')
	await expect(checkout.amount('Total a pagar')).toHaveText('$33.490')
	await checkout.pickUp()
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	expect((await api.ordersOf(customer))[0]).toMatchObject({ tipo_entrega: 'retiro', despacho: 0, total: 29_990 })
})

test('an unknown address must be corrected, and a complete one needs no suggestion', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 422/)
	const { checkout } = shop
	await checkout.address.fill('Calle Que No Existe 99999')
	await checkout.address.blur()
	await expect(checkout.address).toHaveAccessibleDescription(/^No encontramos esa dirección en el mapa\./)
	await checkout.confirm()
	await expect(checkout.address).toBeFocused()
	await expectAccessible(page, 'checkout-unknown-address')
	await checkout.address.fill('Moneda 970, Santiago')
	await checkout.phone.focus()
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	expect((await api.ordersOf(customer))[0]).toMatchObject({ direccion: expect.stringMatching(/^Moneda 970, Santiago/) })
})
