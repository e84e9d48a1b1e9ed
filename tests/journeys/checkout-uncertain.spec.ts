import { areApart } from '#tests/journeys/pressing.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('an order whose answer was lost is repeated under the same key after rejected attempts', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	// The checkout may try to store the cart with the account after the session has ended.
	troubles.allow(/ERR_FAILED|status of (401|429)|the cart could not be kept 401/)
	const customer = await api.aCustomer()
	const before = await api.stockOf('Blanco')
	await shop.arriveWith({ customer, cart: [line('Blanco')] })
	await shop.open('/pago')
	let tries = 0
	await page.route('**/api/crear_orden/', async (route) => {
		tries += 1
		if (tries === 1) {
			await route.fetch()
			return await route.abort()
		}
		const text = 'Demasiados intentos. Espera un momento y prueba de nuevo.'
		const busy = { error: text, detail: text, code: 'demasiadas_solicitudes' }
		return tries === 2 ? await route.fulfill({ status: 429, json: busy }) : await route.continue()
	})
	await shop.checkout.orderForPickup('Efectivo al recibir')
	await expect(shop.alert('Error al procesar el pedido')).toBeVisible()
	await shop.checkout.confirm()
	await expect(shop.alert('Demasiados intentos. Espera un momento y prueba de nuevo.')).toBeVisible()

	await shop.expireSession()
	await shop.checkout.confirm()
	await expect(page).toHaveURL('/login')
	await shop.logIn(customer.email, customer.password)
	await expect(page).toHaveURL('/pago')
	await shop.checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	expect(await api.ordersOf(customer)).toHaveLength(1)
	expect(await api.stockOf('Blanco')).toBe(before - 1)
})

test('an HTML error page in place of an answer shows a message over the button', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 502/)
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Negro')] })
	await shop.open('/pago')
	const body = `<html><body>${'nginx'.repeat(2000)}</body></html>`
	await page.route('**/api/crear_orden/', (route) => route.fulfill({ status: 502, contentType: 'text/html', body }))
	await shop.checkout.orderForPickup('Transferencia bancaria')
	const message = page.getByRole('alert').filter({ hasText: 'Error en backend: <html><body>nginx' })
	await expect(message).toBeInViewport({ ratio: 1 })
	await expect(shop.checkout.confirmButton).toBeInViewport({ ratio: 1 })
	expect(await areApart(message, shop.checkout.confirmButton), 'the message lies over the button').toBe(true)
})
