import { streets } from '#tests/journeys/checkout-page.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a cash order for pickup is confirmed at once', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const before = await api.stockOf('Rosado')
	await shop.arriveWith({ customer, cart: [line('Rosado')] })
	await shop.open('/pago')
	await shop.checkout.pickUp()
	await expect(shop.checkout.amount('Despacho')).toHaveText('$0')
	await shop.checkout.phone.fill('987654321')
	await shop.checkout.payBy('Efectivo al recibir')
	await shop.checkout.confirm()

	await expect(page).toHaveURL(/\/checkout-success\?metodo=efectivo&orden_id=/)
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	await expect(
		page.getByText('Pagas en efectivo al recibirlo. Te contactaremos para coordinar el retiro.'),
	).toBeVisible()
	const order = page.getByRole('region', { name: 'Tu pedido' })
	await expect(order).toContainText('Retiro en metro Baquedano')
	await expect(order.getByRole('listitem')).toHaveText([/Rosado · Cantidad: 1/])
	await shop.expectBadge(0)
	expect(await api.stockOf('Rosado')).toBe(before - 1)
	await api.expectMail(customer.email, /^Recibimos tu pedido/)
	expect((await api.ordersOf(customer))[0]).toMatchObject({ estado: 'pendiente', metodo_pago: 'efectivo' })
})

test('the confirmation shows every part of its total', async ({ shop, api, page }) => {
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Rosado')] })
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.deliverTo(streets.apoquindo)
	await checkout.validateCoupon('SHAKER5000')
	await expect(checkout.amount('Descuento')).toHaveText('−$5.000')
	await expect(checkout.amount('Despacho')).toHaveText('$3.500')
	await expect(
		page.getByText('El despacho llega dentro de 3 días hábiles desde que confirmamos tu pedido.'),
	).toBeVisible()
	await checkout.phone.fill('987654321')
	await checkout.payBy('Efectivo al recibir')
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	const promise = /Llega a más tardar el \p{L}+ \d+ de \p{L}+; ese día te decimos la hora\.$/u
	await expect(page.getByText(promise)).toBeVisible()
	const parts = page.getByRole('region', { name: 'Tu pedido' }).locator('dl > div')
	await expect(parts).toHaveText([
		/^EntregaAvenida Apoquindo 4501/,
		'Despacho$3.500',
		/^Descuento.*5\.000$/,
		'Total$28.490',
	])
})

test('a slow confirmation never shows an empty cart', async ({ shop, api, page }) => {
	const held = Promise.withResolvers<void>()
	await page.route('**/assets/success-*.js', async (route) => {
		await held.promise
		await route.continue()
	})
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Negro')] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup('Efectivo al recibir')
	await expect(shop.heading('Confirmando tu orden...')).toBeVisible()
	await shop.expectBadge(0)
	await expect(page.getByRole('main')).not.toContainText('Tu carrito está vacío.')
	held.resolve()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
})

test('a confirmation with an ambiguous or missing order shows an error', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 404/)
	await page.goto('/checkout-success')
	await expect(shop.alert('No se pudo identificar la orden.')).toBeVisible()
	await page.goto('/checkout-success?metodo=efectivo&orden_id=00000000-0000-4000-8000-000000000000')
	await expect(shop.alert('Error al verificar el estado de la orden.')).toBeVisible()
})
