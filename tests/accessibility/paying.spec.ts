import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { streets } from '#tests/journeys/checkout-page.ts'
import { type Customer, line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

test.use({ shopOf: 'accessibility' })

let customer: Customer

test.beforeEach(async ({ api, shop }) => {
	customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro', 2), line('Celeste')] })
})

test('the checkout passes the accessibility checks', async ({ shop, page }) => {
	await shop.open('/pago')
	const { checkout } = shop
	await expect(page.getByRole('img', { name: 'Mapa de Santiago' })).toBeVisible()
	await expectAccessible(page, 'checkout')
	await checkout.confirm()
	await expect(page.getByRole('alert')).toContainText('Ingresa un teléfono válido')
	await expectAccessible(page, 'over-checkout-problems')

	await checkout.address.pressSequentially('providencia')
	await expect(page.getByRole('option').first()).toBeVisible()
	await page.keyboard.press('ArrowDown')
	await expectAccessible(page, 'over-suggestions')
	await checkout.deliverTo(streets.apoquindo, 'Depto 1203')
	await checkout.validateCoupon('NADA')
	await expect(checkout.amount('Despacho')).toHaveText('$3.500')
	await expect(page.getByRole('img', { name: /^Mapa con/ })).toBeVisible()
	await page.getByRole('button', { name: /^Editar/ }).click()
	await expectAccessible(page, 'checkout-delivery')
	await checkout.deliverTo(streets.puenteAlto)
	await checkout.validateCoupon('SHAKER5000')
	await expect(checkout.confirmButton).toBeDisabled()
	await expectAccessible(page, 'checkout-out-of-coverage')
})

test('the dialog about a changed total passes the accessibility checks', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 409/)
	await shop.arriveWith({ cart: [line('Negro', 1, 25_000)] })
	await shop.open('/pago')
	await shop.checkout.pickUp()
	await expect(shop.checkout.amount('Total a pagar')).toHaveText('$29.990')
	await shop.cartFromAnotherTab([line('Negro', 1, 19_990)])
	await expect(shop.checkout.amount('Total a pagar')).toHaveText('$19.990')
	await shop.checkout.orderForPickup()
	await expect(page.getByRole('alertdialog')).toBeVisible()
	await expectAccessible(page, 'over-total-changed')
})

test('the transfer page passes the accessibility checks', async ({ shop, api, page }) => {
	await shop.open('/pago')
	await shop.checkout.orderForPickup('Transferencia bancaria')
	await expect(page.getByRole('heading', { name: 'Datos para transferir' })).toBeVisible()
	await page.getByRole('button', { name: 'Enviar comprobante' }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expectAccessible(page, 'transfer')
	const [order] = await api.ordersOf(customer)
	const stages = [
		['fallida', 'El plazo para transferir terminó'],
		['pagada', 'Tu pago está confirmado'],
	] as const
	for (const [estado, title] of stages) {
		await api.editOrder(order?.id ?? '', { estado })
		await shop.returnToTab()
		await expect(shop.heading(title)).toBeVisible()
		await expectAccessible(page, `transfer-${estado}`)
	}
	for (const path of ['/checkout-success', '/checkout-transferencia']) {
		await shop.open(path)
		await expectAccessible(page, `${path.slice(1)}-unknown`)
	}
})

test('every order confirmation passes the accessibility checks', async ({ shop, api, page }) => {
	const orders = {
		cash: await api.anOrder(customer, { metodo_pago: 'efectivo' }),
		gateway: await api.anOrder(customer),
	}
	await shop.open(`/checkout-success?metodo=efectivo&orden_id=${orders.cash.orden_id}`)
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	await expectAccessible(page, 'success-cash')
	await page.goto(orders.gateway.init_point ?? '')
	await shop.checkout.payAtMercadoPago('Dejar pendiente')
	await expect(shop.heading('Tu pago todavía está pendiente.')).toBeVisible()
	await expectAccessible(page, 'success-pending')
	await page.goto((await api.anOrder(customer)).init_point ?? '')
	await expectAccessible(page, 'simulator-pay-page')
	await shop.checkout.payAtMercadoPago('Rechazar pago')
	await expect(shop.heading('El pago no se completó.')).toBeVisible()
	await expectAccessible(page, 'success-failed')
})
