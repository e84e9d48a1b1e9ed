import { dayIn } from '#core/rules/times.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { proof } from '#tests/journeys/proof.ts'
import { type Customer, line } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

let customer: Customer
let account: AccountPage

test.beforeEach(async ({ api, shop }) => {
	customer = await api.aCustomer()
	await shop.arriveWith({ customer })
	account = new AccountPage(shop)
})

test('the list of orders opens one order at a time, with its state, its address and its history', {
	tag: '@both-widths',
}, async ({ api, page }) => {
	const done = await api.anOrder(customer, { metodo_pago: 'efectivo' })
	await api.editOrder(done.orden_id, { estado: 'completado' })
	const gone = await api.anOrder(customer, { metodo_pago: 'efectivo' })
	await api.editOrder(gone.orden_id, { estado: 'cancelado' })
	const seen = await api.anOrder(customer, {
		carrito: [line('Negro'), line('Rosado', 2)],
		total: 93_470,
		metodo_pago: 'transferencia',
		tipo_entrega: 'despacho',
		direccion: 'Avenida Apoquindo 4501, Las Condes',
	})
	await api.editOrder(seen.orden_id, { estado: 'en_revision' })
	const paid = await api.anOrder(customer, { metodo_pago: 'efectivo' })

	await account.open('ordenes')
	const heads = account.section('Órdenes del Usuario').getByRole('button', { name: /^Nro Orden/ })
	await expect(heads).toHaveCount(4)
	const states = { pendiente: /tone-info/, 'En Revisión': /tone-warn/, cancelado: /tone-danger/, completado: /tone-ok/ }
	for (const [index, [label, tone]] of Object.entries(states).entries()) {
		await expect(heads.nth(index).getByText(label, { exact: true })).toHaveClass(tone)
		await expect(heads.nth(index)).toContainText(/\d{4}, \d{2}:\d{2}/)
	}

	await account.order(seen.nro_orden).click()
	await expect(account.order(seen.nro_orden)).toHaveAttribute('aria-expanded', 'true')
	await expect(account.fact('Método de pago')).toHaveText('Transferencia bancaria')
	await expect(account.fact('Dirección')).toHaveText(/^Avenida Apoquindo 4501, Las Condes/)
	await expect(account.fact('Despacho')).toHaveText('$3.500')
	await expect(account.fact('Total')).toHaveText('$93.470')
	const lines = page.locator('.order-line')
	await expect(lines).toHaveCount(2)
	await expect(lines.nth(1)).toContainText('Rosado · Cantidad: 2')
	await expect(lines.nth(1).locator('img')).toHaveAttribute('src', /rosado/)
	await account.expectTimeline(['Pedido recibido', 'En Revisión'])
	await expect(page.getByRole('link', { name: /^WhatsApp de la tienda/ })).toHaveAttribute(
		'href',
		/^https:\/\/wa\.me\/569/,
	)
	await expectAccessible(page, 'orders-open')

	await account.order(paid.nro_orden).click()
	await expect(page.getByRole('button', { expanded: true })).toHaveCount(1)
	await expect(account.fact('Dirección')).toHaveText('Retiro en metro Baquedano')
	await expect(account.fact('Entrega')).toHaveCount(0)
	await account.expectTimeline(['Pedido recibido'])
	await account.order(paid.nro_orden).click()
	await expect(page.getByRole('button', { expanded: true })).toHaveCount(0)
})

test('an order with a refused payment is paid again from the profile', async ({ shop, api, page }) => {
	const before = await api.stockOf('Celeste')
	const order = await api.anOrder(customer, { carrito: [line('Celeste')] })
	await page.goto(order.init_point ?? '')
	await shop.checkout.payAtMercadoPago('Rechazar pago')
	await expect(shop.heading('El pago no se completó.')).toBeVisible()
	expect(await api.stockOf('Celeste')).toBe(before)

	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await expect(account.order(order.nro_orden)).toContainText('fallida')
	await account.expectTimeline(['Pedido recibido', 'El pago no se completó'])
	await page.getByRole('button', { name: 'Pagar ahora' }).click()
	await shop.checkout.payAtMercadoPago('Aprobar pago')
	await expect(shop.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible()
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await account.expectTimeline(['Pedido recibido', 'El pago no se completó', 'Esperamos el pago', 'Pago confirmado'])
	await expect(page.getByRole('button', { name: 'Pagar ahora' })).toHaveCount(0)
	expect(await api.stockOf('Celeste')).toBe(before - 1)
})

test('an order cancelled by staff meanwhile shows its state when the customer pays, and is not offered again', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 409/)
	const pay = page.getByRole('button', { name: 'Pagar ahora' })
	const inProfile = await api.anOrder(customer)
	await account.open('ordenes')
	await account.order(inProfile.nro_orden).click()
	await api.editOrder(inProfile.orden_id, { estado: 'cancelado' })
	await pay.press('Enter')
	await expect(shop.alert('Esta orden ya no espera un pago.')).toBeVisible()
	await expect(account.order(inProfile.nro_orden)).toContainText('cancelado')
	await account.expectTimeline(['Pedido recibido', 'Pedido cancelado'])
	await expect(pay).toHaveCount(0)
	await expect(account.timeline().last()).toBeInViewport()
	await expect(page.getByRole('list', { name: 'Lo que ha pasado con tu pedido' })).toBeFocused()

	const other = await api.aCustomer()
	const byLink = await api.anOrder(other)
	await page.goto(await api.pathFromMail(other.email, /\/orden\/[\w.-]+/))
	await expect(pay).toBeVisible()
	await api.editOrder(byLink.orden_id, { estado: 'cancelado' })
	await pay.press('Enter')
	await expect(shop.alert('Esta orden ya no espera un pago.')).toBeVisible()
	await expect(page.getByText('cancelado', { exact: true })).toBeVisible()
	await expect(pay).toHaveCount(0)
})

test('a customer cancels an unpaid order, and one that was paid meanwhile is shown as it is', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 409/)
	const cancel = page.getByRole('button', { name: 'Cancelar pedido' })
	const before = await api.stockOf('Celeste')
	const paid = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	const order = await api.anOrder(customer, { carrito: [line('Celeste')], metodo_pago: 'efectivo' })
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await cancel.click()
	await expect(account.dialog).toContainText(
		`Tu pedido ${order.nro_orden} se cancela y sus unidades vuelven a la venta.`,
	)
	await expectAccessible(page, 'order-cancel')
	await account.dialog.getByRole('button', { name: 'Volver' }).click()
	await expect(cancel).toBeFocused()
	await cancel.press('Enter')
	await account.dialog.getByRole('button', { name: 'Cancelar pedido' }).click()
	await account.expectTimeline(['Pedido recibido', 'Pedido cancelado'])
	await expect(cancel).toHaveCount(0)
	await expect(page.getByRole('list', { name: 'Lo que ha pasado con tu pedido' })).toBeFocused()
	expect(await api.stockOf('Celeste')).toBe(before)
	await api.expectMail(customer.email, /^Cancelaste tu pedido/)

	await account.order(paid.nro_orden).click()
	await api.editOrder(paid.orden_id, { estado: 'pagada' })
	await cancel.click()
	await account.dialog.getByRole('button', { name: 'Cancelar pedido' }).click()
	await expect(shop.alert('Este pedido ya no se puede cancelar aquí. Mira cómo está ahora o escríbenos.')).toBeVisible()
	await account.expectTimeline(['Pedido recibido', 'Pago confirmado'])
	await expect(cancel).toHaveCount(0)
})

test('a customer sees what is owed for a cancelled order, and each refund of it', async ({ api, page }) => {
	const order = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await api.editOrder(order.orden_id, { estado: 'pagada' })
	await api.staffAct(order.orden_id, 'cancelar', {})
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await expect(page.getByText(/Te debemos \$29\.990: te lo devolveremos/)).toBeVisible()
	const fecha = dayIn(new Date())
	await api.staffAct(order.orden_id, 'devolver_a_mano', { monto: 20_000, medio: 'transferencia', fecha })
	await new ShopPage(page).returnToTab()
	const money = page.locator('.order-refunds')
	await expect(money).toContainText(`Devolvimos $20.000 el ${formatDay(fecha)} por transferencia.`)
	await expect(money).toContainText('Te debemos $9.990: ')
	await expect(account.fact('Total')).toHaveText('$29.990 · devuelto $20.000')
	await expectAccessible(page, 'order-refunds')
	await api.staffAct(order.orden_id, 'devolver_a_mano', { monto: 9990, medio: 'efectivo', fecha })
	await new ShopPage(page).returnToTab()
	await expect(money).toContainText(`Devolvimos $9.990 el ${formatDay(fecha)} en efectivo.`)
	await expect(money).not.toContainText('Te debemos')
})

test('an open order is refreshed when its page becomes visible', async ({ api, page, context }) => {
	const order = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	const byLink = await context.newPage()
	await byLink.goto(await api.pathFromMail(customer.email, /\/orden\/[\w.-]+/))
	for (const tab of [page, byLink]) await expect(tab.getByRole('link', { name: 'Subir comprobante' })).toBeVisible()
	await api.editOrder(order.orden_id, { estado: 'pagada' })
	for (const tab of [page, byLink]) {
		await new ShopPage(tab).returnToTab()
		await expect(tab.getByText('Pago confirmado')).toBeVisible()
		await expect(tab.getByRole('link', { name: 'Subir comprobante' })).toHaveCount(0)
	}
})

test('the proof of a transfer is uploaded from the profile', async ({ shop, api, page }) => {
	const order = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await page.getByRole('link', { name: 'Subir comprobante' }).click()
	await expect(shop.heading('Transfiere $29.990')).toBeVisible()
	await page.getByLabel(/^Comprobante/).setInputFiles(proof)
	await page.getByRole('button', { name: 'Enviar comprobante' }).click()
	await expect(shop.heading('Recibimos tu comprobante.')).toBeVisible()
	await account.open('ordenes')
	await expect(account.order(order.nro_orden)).toContainText('En Revisión')
	await account.order(order.nro_orden).click()
	await account.expectTimeline(['Pedido recibido', 'Comprobante recibido', 'En Revisión'])
	await expect(page.getByRole('link', { name: 'Subir comprobante' })).toHaveCount(0)
})

test('an expired transfer shows no bank account, and still accepts a proof', async ({ shop, api, page }) => {
	const order = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await api.editOrder(order.orden_id, { estado: 'fallida' })
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await page.getByRole('link', { name: 'Subir comprobante' }).click()
	await expect(shop.heading('El plazo para transferir terminó')).toBeVisible()
	await expect(
		page.getByText(`Ya no guardamos las unidades de tu orden N° ${order.nro_orden}: no transfieras`),
	).toBeVisible()
	await expect(page.getByRole('main')).not.toContainText(/reservad|Datos para transferir|00123456789/)
	await expect(shop.cartLine('Negro')).toBeVisible()
	await expectAccessible(page, 'transfer-expired')
	await page.getByLabel(/^Comprobante/).setInputFiles(proof)
	await page.getByRole('button', { name: 'Enviar comprobante' }).click()
	await expect(shop.heading('Recibimos tu comprobante.')).toBeVisible()
	expect((await api.ordersOf(customer))[0]).toMatchObject({ estado: 'en_revision', comprobantes: [expect.any(String)] })
})

test('an order is repeated at current prices, added to the cart', async ({ shop, api, page }) => {
	const carrito = [line('Negro'), line('Blanco', 2)]
	const order = await api.anOrder(customer, { carrito, total: 89_970, metodo_pago: 'efectivo' })
	await shop.arriveWith({ cart: [line('Negro', 1, 19_990)] })
	await account.open('ordenes')
	await account.order(order.nro_orden).click()
	await page.getByRole('button', { name: 'Repetir pedido' }).click()
	await expect(page).toHaveURL('/carrito')
	await shop.expectBadge(4)
	await expect
		.poll(() => shop.cart())
		.toEqual([
			expect.objectContaining({ color: 'Negro', cantidad: 2, precio: 29_990 }),
			expect.objectContaining({ color: 'Blanco', cantidad: 2, precio: 29_990 }),
		])
})

test('the link in an order mail opens and pays that order without a session', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of (403|503)/)
	const order = await api.anOrder(customer, { telefono: '955554444' })
	const path = await api.pathFromMail(customer.email, /\/orden\/[\w.-]+/)
	await page.evaluate(() => localStorage.clear())
	await page.goto(path)
	await expect(shop.heading(`Orden N° ${order.nro_orden}`)).toBeVisible()
	await expect(account.fact('Total')).toHaveText('$29.990')
	await account.expectTimeline(['Pedido recibido'])
	await expect(page.getByRole('main')).not.toContainText(/5555|@correo\.cl/)
	await expectAccessible(page, 'tracking')
	await page.getByRole('button', { name: 'Pagar ahora' }).click()
	await shop.checkout.payAtMercadoPago('Aprobar pago')
	await expect(shop.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible()
	await page.goto(path)
	await account.expectTimeline(['Pedido recibido', 'Pago confirmado'])

	await page.route('**/api/orden/**', (route) => route.fulfill({ status: 503, json: {} }))
	await page.reload()
	await expect(shop.heading('No pudimos cargar tu pedido')).toBeVisible()
	await page.unroute('**/api/orden/**')
	await page.getByRole('button', { name: 'Reintentar' }).click()
	await expect(shop.heading(`Orden N° ${order.nro_orden}`)).toBeVisible()

	await page.goto(`${path.slice(0, -2)}xx`)
	await expect(shop.heading('Este enlace ya no es válido')).toBeVisible()
	await expectAccessible(page, 'tracking-invalid')
})

test('the link in a transfer mail accepts a proof without a session', async ({ shop, api, page }) => {
	const order = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	const path = await api.pathFromMail(customer.email, /\/orden\/[\w.-]+/)
	await page.evaluate(() => localStorage.clear())
	await page.goto(path)
	await page.getByRole('link', { name: 'Subir comprobante' }).click()
	await expect(shop.heading('Transfiere $29.990')).toBeVisible()
	await page.getByLabel(/^Comprobante/).setInputFiles(proof)
	await page.getByRole('button', { name: 'Enviar comprobante' }).click()
	await expect(shop.heading('Recibimos tu comprobante.')).toBeVisible()
	await page.goto(path)
	await expect(shop.heading(`Orden N° ${order.nro_orden}`)).toBeVisible()
	await expect(page.getByText('En Revisión', { exact: true }).first()).toBeVisible()
})
