import { streets } from '#tests/journeys/checkout-page.ts'
import { line, newAccount } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a visitor chooses a colour, registers, has it delivered home and pays by card', { tag: '@both-widths' }, async ({
	shop,
	api,
	page,
}) => {
	const account = newAccount()
	const before = await api.stockOf('Celeste')

	await shop.open('/')
	await shop.addToCart('Celeste')
	await expect(shop.dropdown).toBeVisible()
	await expect(shop.dropdown).toContainText('$29.990')
	await shop.expectBadge(1)
	await shop.dropdown.getByRole('link', { name: 'Ir al carrito' }).click()
	await expect(shop.cartLine('Celeste')).toBeVisible()
	await page.getByRole('link', { name: 'Ir a pagar' }).click()

	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
	await expect(page.getByText('Para pagar, entra o crea tu cuenta')).toBeVisible()
	const order = page.getByRole('region', { name: 'Tu pedido' })
	await expect(order).toHaveText('1 shakerCeleste$29.990')
	await page.getByRole('link', { name: 'Registrarse' }).click()
	await expect(order).toContainText('Celeste')
	await shop.register(account)
	await expect(page.getByRole('status').filter({ hasText: /registro exitoso|cuenta/i })).toBeVisible()
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
	await expect(page.getByRole('status').filter({ hasText: /registro exitoso|cuenta/i })).toBeVisible()
	// Both are filled in already: the password is typed once.
	await expect(page.getByRole('button', { name: 'Entrar' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/pago')

	const { checkout } = shop
	await expect(page.getByRole('img', { name: 'Mapa de Santiago' })).toBeVisible()
	await checkout.deliverTo(streets.apoquindo, 'Depto 1203')
	await expect(page.getByText('Despacho $3.500 · aprox. 6,1 km')).toBeVisible()
	await expect(page.getByRole('img', { name: /^Mapa con Avenida Apoquindo 4501/ })).toBeVisible()
	await expect(checkout.amount('Despacho')).toHaveText('$3.500')
	await expect(checkout.amount('Total a pagar')).toHaveText('$33.490')
	await checkout.phone.fill('+56 9 8765 4321')
	await expect(checkout.phone).toHaveValue('987654321')
	await checkout.confirm()
	await checkout.payAtMercadoPago('Aprobar pago')

	await expect(shop.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible()
	await expect(page.getByText(/^Orden N° \d+ por \$33\.490\.$/)).toBeVisible()
	await shop.expectBadge(0)
	expect(await shop.cart()).toEqual([])
	expect(await api.stockOf('Celeste')).toBe(before - 1)
	await api.expectMail(account.email, /^Recibimos tu pedido/)
	await api.expectMail(account.email, /^Tu pago está confirmado/)
})

test('a refused payment leaves the cart unchanged and releases the units', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const before = await api.stockOf('Rosado')
	await shop.arriveWith({ customer, cart: [line('Rosado', 2)] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup()
	await expect(page.getByRole('heading', { name: 'Paga tu compra' })).toBeVisible()
	expect(await api.stockOf('Rosado')).toBe(before - 2)
	await shop.checkout.payAtMercadoPago('Rechazar pago')

	await expect(shop.heading('El pago no se completó.')).toBeVisible()
	await expect(page.getByText('Tu carrito sigue guardado: puedes intentarlo otra vez.')).toBeVisible()
	await shop.expectBadge(2)
	expect(await api.stockOf('Rosado')).toBe(before)

	await page.setViewportSize({ width: 390, height: 664 })
	await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
	const again = page.getByRole('button', { name: 'Pagar $59.980 otra vez' })
	await expect(again).toBeInViewport({ ratio: 1 })
	await expect(page.getByRole('radio', { name: 'Mercado Pago' })).toBeChecked()
	await page.getByRole('radio', { name: 'Flow' }).check()
	await again.click()
	await expect(page).toHaveURL(/\/flow\//)
	await page.getByRole('button', { name: 'Aprobar pago' }).click()
	await expect(shop.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible()
	await shop.expectBadge(0)
	const orders = await api.ordersOf(customer)
	expect(orders.map(({ estado, metodo_pago }) => [estado, metodo_pago])).toEqual([['pagada', 'flow']])
})

test('a pending payment is confirmed on the page when the gateway approves it later', async ({
	shop,
	api,
	context,
}) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Blanco')] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup()
	await shop.checkout.payAtMercadoPago('Dejar pendiente')
	await expect(shop.heading('Tu pago todavía está pendiente.')).toBeVisible()
	await shop.expectBadge(1)
	const gateway = await context.newPage()
	await gateway.goto('/simuladores/mercadopago/')
	// Payments are sorted newest first.
	await gateway.getByRole('button', { name: 'Aprobar', exact: true }).first().click()
	await expect(shop.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible({ timeout: 30_000 })
	await shop.expectBadge(0)
})

test('an order is paid when the customer closes the tab after the payment', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const order = await api.anOrder(customer, { carrito: [line('Blanco')] })
	await page.goto(order.init_point ?? '')
	await shop.checkout.payAtMercadoPago('Aprobar pago', (pay) =>
		pay.getByRole('checkbox', { name: 'Cerrar la pestaña sin volver' }).check(),
	)
	await expect(page.getByRole('heading', { name: 'Cerraste la pestaña' })).toBeVisible()
	await page.close()
	await expect.poll(async () => (await api.ordersOf(customer))[0]?.estado).toBe('pagada')
	await api.expectMail(customer.email, /^Tu pago está confirmado/)
})

test('an order paid in another browser leaves the cart, and units added later stay', async ({
	shop,
	api,
	page,
	browser,
}) => {
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Negro')] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup()
	await expect(page.getByRole('heading', { name: 'Paga tu compra' })).toBeVisible()
	const payPage = page.url()
	await shop.open('/')
	await shop.addToCart('Celeste')
	await shop.expectBadge(2)
	const elsewhere = await browser.newContext()
	const other = new ShopPage(await elsewhere.newPage())
	await other.page.goto(payPage)
	await other.checkout.payAtMercadoPago('Aprobar pago')
	await expect(other.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible()
	await elsewhere.close()
	await shop.returnToTab()
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
	await shop.expectBadge(1)
	expect(await shop.cart()).toMatchObject([{ color: 'Celeste', cantidad: 1 }])
})
