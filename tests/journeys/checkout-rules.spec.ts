import { type Customer, line, price } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

let customer: Customer

test.beforeEach(async ({ api, shop }) => {
	customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro', 2)] })
})

test('a discount code ignores case, and an edit clears its result', async ({ shop, page }) => {
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.pickUp()
	await checkout.validateCoupon('REGALO')
	await expect(page.getByText('❌ Cupón no es válido')).toBeVisible()
	await expect(checkout.amount('Total a pagar')).toHaveText('$59.980')
	await checkout.validateCoupon('  shaker5000 ')
	await expect(page.getByText('🎉 Cupón agregado')).toBeVisible()
	await expect(checkout.amount('Descuento')).toHaveText('−$5.000')
	await expect(checkout.amount('Total a pagar')).toHaveText('$54.980')
	await checkout.coupon.press('End')
	await checkout.coupon.press('Backspace')
	await checkout.coupon.press('Backspace')
	await expect(page.getByText('🎉 Cupón agregado')).toBeHidden()
	await expect(checkout.amount('Total a pagar')).toHaveText('$59.980')
})

test('a code that was typed and never validated is validated before the order is sent, and counts', async ({
	shop,
	api,
	page,
}) => {
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.coupon.fill('REGALO')
	await checkout.orderForPickup('Efectivo al recibir')
	await expect(page.getByText('❌ Cupón no es válido')).toBeVisible()
	await expect(checkout.coupon).toBeFocused()
	await checkout.coupon.fill('SHAKER5000')
	await checkout.confirm()
	await expect(page.getByText('🎉 Cupón agregado')).toBeVisible()
	await expect(checkout.amount('Total a pagar')).toHaveText('$54.980')
	expect(await api.ordersOf(customer)).toEqual([])
	await checkout.confirm()
	await expect(page.getByText(/^Orden N° \d+ por \$54\.980\.$/)).toBeVisible()
})

test('the checkout requires an address for delivery, and a phone of nine digits for every order', async ({
	shop,
	page,
}) => {
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.phone.fill('98765')
	await checkout.phone.blur()
	await expect(page.getByText('Debe tener exactamente 9 dígitos.')).toBeVisible()
	await checkout.confirm()
	await expect(shop.alert('Ingresa un teléfono válido de 9 dígitos (ej: 912345678).')).toBeVisible()
	await expect(page.getByText('Ingresa tu dirección de despacho.')).toBeVisible()
	// The focus goes to the first invalid field of the page.
	await expect(checkout.address).toBeFocused()
	await checkout.phone.fill('+56 (9) 8765-4321')
	await expect(checkout.phone).toHaveValue('987654321')
	await expect(page.getByText('Debe tener exactamente 9 dígitos.')).toBeHidden()
	await checkout.confirm()
	await expect(checkout.address).toBeFocused()
	await expect(page).toHaveURL('/pago')
})

test.describe('the checkout while staff change the shop', () => {
	test.beforeEach(async ({ shop, troubles }) => {
		troubles.allow(/status of 409/)
		await shop.arriveWith({ cart: [line('Negro', 2, 25_000)] })
		await shop.open('/pago')
		await shop.checkout.pickUp()
		// The checkout has loaded its prices; later changes arrive as the server's rejection.
		await expect(shop.checkout.amount('Total a pagar')).toHaveText('$59.980')
	})

	test('shows a changed price before the order is placed', async ({ shop, api, page }) => {
		await shop.checkout.phone.fill('987654321')
		await api.setPrice('Negro', 31_990)
		try {
			await shop.checkout.payBy('Efectivo al recibir')
			await shop.checkout.confirm()
			const dialog = page.getByRole('alertdialog', { name: 'El total de tu pedido cambió' })
			await expect(dialog).toContainText('$63.980')
			expect(await api.ordersOf(customer)).toHaveLength(0)
			await dialog.getByRole('button', { name: 'Revisar' }).click()
			await expect(dialog).toBeHidden()
			await expect(shop.checkout.amount('Total a pagar')).toHaveText('$63.980')
			await shop.checkout.confirm()
			await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
			expect((await api.ordersOf(customer)).map((order) => order.total)).toEqual([63_980])
		} finally {
			await api.setPrice('Negro', price)
		}
	})

	test('lets the customer accept a changed total in the dialog', async ({ shop, api, page }) => {
		await shop.cartFromAnotherTab([line('Negro', 1, 19_990)])
		await expect(shop.checkout.amount('Total a pagar')).toHaveText('$19.990')
		await shop.checkout.orderForPickup('Efectivo al recibir')
		await page.getByRole('button', { name: 'Confirmar por $29.990' }).click()
		await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
		expect((await api.ordersOf(customer)).map((order) => order.total)).toEqual([29_990])
	})

	test('names sold-out units, and places no order', async ({ shop, api, page }) => {
		await shop.cartFromAnotherTab([line('Rosado', 100)])
		await shop.checkout.orderForPickup('Efectivo al recibir')
		await expect(page.getByRole('alert').filter({ hasText: 'Rosado' })).toBeVisible()
		expect(await api.ordersOf(customer)).toHaveLength(0)
		await expect(shop.cartLine('Rosado')).toContainText(/Quedan solo \d+ unidades/)
	})
})

test('an expired session leads to the login, and back to the same checkout', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 401/)
	await shop.open('/pago')
	await shop.checkout.pickUp()
	await shop.checkout.phone.fill('987654321')
	await shop.expireSession()
	await shop.checkout.confirm()
	await expect(page).toHaveURL('/login')
	await expect(shop.alert('Sesión expirada. Inicia sesión de nuevo.')).toBeVisible()
	await shop.expectBadge(2)
	await shop.logIn(customer.email, customer.password)
	await expect(page).toHaveURL('/pago')
	await expect(shop.checkout.phone).toHaveValue('987654321')
	await shop.checkout.payBy('Efectivo al recibir')
	await shop.checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
})

test('the checkout without a session redirects to the login', async ({ shop, page }) => {
	await page.evaluate(() => {
		localStorage.removeItem('access_token')
		localStorage.removeItem('refresh_token')
	})
	await page.goto('/pago')
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
	await expect(page).toHaveURL('/login')
})

test('the checkout on a phone shows the total in one slim row that expands', async ({ shop, page }) => {
	await shop.open('/pago')
	await shop.checkout.phone.fill('987654321')
	const bar = page.locator('.pay-bar')
	expect((await bar.boundingBox())?.height).toBeLessThan(100)
	const total = page.getByRole('button', { name: /^Total a pagar/ })
	await expect(total).toHaveAttribute('aria-expanded', 'false')
	await total.click()
	await expect(total).toHaveAttribute('aria-expanded', 'true')
	await expect(bar.getByRole('term')).toHaveText(['Subtotal', 'Despacho', 'Descuento'])
	await expect(shop.checkout.confirmButton).toBeInViewport({ ratio: 1 })
	await total.click()
	await expect(bar.getByRole('term')).toHaveCount(0)
})

test('the checkout on a phone shows the message of a focused field above the payment row', async ({ shop, page }) => {
	await shop.open('/pago')
	await shop.checkout.pickUp()
	await shop.checkout.confirm()
	await expect(shop.checkout.phone).toBeFocused()
	const bottom = async () => {
		const box = await page.getByText('Debe tener exactamente 9 dígitos.').boundingBox()
		return box ? box.y + box.height : Number.POSITIVE_INFINITY
	}
	const bar = await page.locator('.pay-bar').boundingBox()
	await expect.poll(bottom).toBeLessThan(bar?.y ?? 0)
})
