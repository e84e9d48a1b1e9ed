import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import type { Street } from '#tests/journeys/checkout-page.ts'
import { type Customer, line } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test, withoutServices } from '#tests/journeys/test.ts'

test.use({ shopSettings: withoutServices })

const vitacura: Street = {
	typed: 'vitacura 5950',
	option: /^Avenida Vitacura 5950/,
	shown: 'Avenida Vitacura 5950, Vitacura',
}
const unmeasured = 'No pudimos medir la distancia. Tu despacho queda en $0 y puedes seguir.'
const faults = '/simuladores/osm/_faults'

/** Makes every call whose path contains `ruta` fail. */
async function breakDown(request: APIRequestContext, tipo: string, ruta: string): Promise<void> {
	const answer = await request.post(faults, { data: { tipo, ruta, veces: 1_000 } })
	expect(answer.ok()).toBe(true)
}

let customer: Customer

test.beforeEach(async ({ api, shop, request }) => {
	await request.delete(faults)
	customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	await shop.open('/pago')
	await shop.checkout.phone.fill('987654321')
	await shop.checkout.payBy('Efectivo al recibir')
})

test('a delivery without a measured distance is free, can be ordered, and is marked for staff', async ({
	shop,
	api,
	page,
	request,
}) => {
	const { checkout } = shop
	await checkout.deliverTo(vitacura)
	await expect(checkout.amount('Despacho')).toHaveText('$4.000')

	await breakDown(request, '503', '/osrm')
	await page.reload()
	await expect(page.getByText(unmeasured)).toBeVisible()
	await expect(checkout.amount('Despacho')).toHaveText('$0')
	await expect(checkout.amount('Total a pagar')).toHaveText('$29.990')
	await expect(page.getByText('Gratis')).toHaveCount(0)
	await expect(checkout.map).toHaveAccessibleName(/^Mapa con Avenida Vitacura 5950/)
	await expect(checkout.confirmButton).toBeEnabled()
	await expectAccessible(page, 'checkout-unmeasured')
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	const [order] = await api.ordersOf(customer)
	expect(order).toMatchObject({
		despacho: 0,
		total: 29_990,
		direccion: expect.stringMatching(/^Avenida Vitacura 5950/),
	})
	expect(await api.orderForStaff(order?.id ?? '')).toMatchObject({ despacho_sin_medir: true, distancia_m: null })

	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.openOrder(order?.nro_orden ?? 0)
	await expect(page.getByText('Avenida Vitacura 5950, Vitacura', { exact: true })).toBeVisible()
	await expect(page.getByText('La distancia no se pudo medir: el despacho se cobró $0.')).toBeVisible()
})

test('the checkout without any map accepts a typed address and places the order', async ({
	shop,
	api,
	page,
	request,
}) => {
	const { checkout } = shop
	await breakDown(request, 'corte', '')
	await checkout.address.fill('Avenida Irarrázaval 2401, Ñuñoa')
	await checkout.phone.focus()
	await expect(page.getByText(unmeasured)).toBeVisible()
	await expect(checkout.map).toHaveAccessibleName('Mapa de Santiago')
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	const [order] = await api.ordersOf(customer)
	expect(order).toMatchObject({ despacho: 0, direccion: expect.stringMatching(/^Avenida Irarrázaval 2401, Ñuñoa/) })
	expect(await api.orderForStaff(order?.id ?? '')).toMatchObject({ despacho_sin_medir: true })
})

test('a delivery whose quote fails at the shop is free too', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 500|distance could not be looked up/)
	const { checkout } = shop
	await page.route('**/api/despacho/cotizacion/**', (route) => route.fulfill({ status: 500, json: {} }))
	await checkout.deliverTo(vitacura)
	await expect(page.getByText(unmeasured)).toBeVisible()
	await expect(checkout.amount('Despacho')).toHaveText('$0')
	await expect(checkout.confirmButton).toBeEnabled()
})
