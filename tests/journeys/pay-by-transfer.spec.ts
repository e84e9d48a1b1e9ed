import { proof } from '#tests/journeys/proof.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('the transfer page shows the bank account, and its proof is sent to review', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 415/)
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Celeste', 2)] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup('Transferencia bancaria')

	await expect(page).toHaveURL('/checkout-transferencia')
	await expect(shop.heading('Transfiere $59.980')).toBeVisible()
	await shop.expectBadge(0)
	const [order] = await api.ordersOf(customer)
	await expect(page.getByText(`Tu orden N° ${order?.nro_orden} quedó reservada`)).toBeVisible()
	for (const fact of ['Premium Shaker SpA', '76.192.083-9', 'Banco de Chile', 'Cuenta corriente', '00123456789']) {
		await expect(page.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
	}
	await expect(shop.cartLine('Celeste')).toContainText('Cantidad: 2')

	const send = page.getByRole('button', { name: 'Enviar comprobante' })
	const file = page.getByLabel(/^Comprobante/)
	await send.click()
	await expect(shop.alert('Por favor sube el comprobante antes de enviar.')).toBeVisible()
	await file.setInputFiles({ name: 'cartola.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
	await expect(shop.alert('El comprobante debe ser una imagen JPG, PNG o WebP.')).toBeVisible()
	await file.setInputFiles({ name: 'vacio.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
	await expect(shop.alert('El archivo está vacío. Elige otra imagen.')).toBeVisible()
	await file.setInputFiles({ name: 'falso.png', mimeType: 'image/png', buffer: Buffer.from('no soy una imagen') })
	await expect(page.getByText('No podemos mostrar esta imagen')).toBeVisible()
	await send.click()
	await expect(shop.alert('El comprobante debe ser una imagen JPG, PNG o WebP.')).toBeVisible()

	await file.setInputFiles(proof)
	await expect(page.getByRole('img', { name: 'Tu comprobante' })).toBeVisible()
	await send.click()
	await expect(page).toHaveURL(`/checkout-success?orden_id=${order?.id}`)
	await expect(shop.heading('Recibimos tu comprobante.')).toBeVisible()
	expect((await api.ordersOf(customer))[0]).toMatchObject({ estado: 'en_revision', comprobantes: [expect.any(String)] })
	await api.expectMail(customer.email, /^Recibimos tu pedido/)
	await api.expectMail(customer.email, /^Recibimos tu comprobante/)
})

test('a unit added while the order is being sent stays in the cart, outside the order', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Celeste', 2)] })
	await shop.open('/pago')
	const held = Promise.withResolvers<void>()
	await page.route('**/api/crear_orden/', async (route) => {
		const response = await route.fetch()
		await held.promise
		await route.fulfill({ response })
	})
	const sent = page.waitForRequest('**/api/crear_orden/')
	await shop.checkout.orderForPickup('Transferencia bancaria')
	await sent
	await shop.cartFromAnotherTab([line('Celeste', 3), line('Rosado')])
	await shop.expectBadge(4)
	held.resolve()
	await expect(shop.heading('Transfiere $59.980')).toBeVisible()
	await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Celeste · Cantidad: 2/])
	await expect(page.getByRole('main')).not.toContainText('Ajuste')
	await shop.expectBadge(2)
	const left = [
		expect.objectContaining({ color: 'Celeste', cantidad: 1 }),
		expect.objectContaining({ color: 'Rosado', cantidad: 1 }),
	]
	expect(await shop.cart()).toEqual(left)
	await expect.poll(() => api.storedCartOf(customer)).toEqual(left)
})

test('an open transfer page is refreshed when it becomes visible', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup('Transferencia bancaria')
	await expect(shop.heading('Transfiere $29.990')).toBeVisible()
	const [order] = await api.ordersOf(customer)
	const main = page.getByRole('main')
	await expect(main).toContainText('00123456789')
	const stages = [
		['fallida', 'El plazo para transferir terminó'],
		['en_revision', 'Recibimos tu comprobante'],
		['cancelado', 'Tu pedido fue cancelado'],
		['pagada', 'Tu pago está confirmado'],
	] as const
	for (const [estado, title] of stages) {
		await api.editOrder(order?.id ?? '', { estado })
		await shop.returnToTab()
		await expect(shop.heading(title)).toBeVisible()
		await expect(main).not.toContainText(/reservad|00123456789/)
	}
	await expect(page.getByRole('button', { name: 'Enviar comprobante' })).toHaveCount(0)
})

test('a proof for an order that is no longer pending is rejected, and the page shows the state', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 422/)
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup('Transferencia bancaria')
	await expect(shop.heading('Transfiere $29.990')).toBeVisible()
	await page.getByLabel(/^Comprobante/).setInputFiles(proof)
	const [order] = await api.ordersOf(customer)
	await api.editOrder(order?.id ?? '', { estado: 'cancelado' })
	await page.getByRole('button', { name: 'Enviar comprobante' }).press('Enter')
	await expect(shop.heading('Tu pedido fue cancelado')).toBeVisible()
	await expect(shop.heading('Tu pedido fue cancelado')).toBeFocused()
})

test('the transfer page without an order shows its error and leads home', async ({ shop, page }) => {
	await shop.open('/checkout-transferencia')
	await expect(shop.alert('No se encontró información de la orden.')).toBeVisible()
	await page.getByRole('link', { name: 'Volver al inicio' }).click()
	await expect(page).toHaveURL('/')
})

test('the transfer page with an order but without its cart shows its error and leads home', async ({
	shop,
	api,
	page,
}) => {
	const { orden_id } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'transferencia' })
	await shop.open('/')
	await page.evaluate((usr) => history.replaceState({ usr, key: 'x' }, '', '/checkout-transferencia'), {
		orden_id,
		total: 29_990,
	})
	await page.reload()
	await expect(shop.alert('No se encontró información de la orden.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Volver al inicio' })).toBeVisible()
})
