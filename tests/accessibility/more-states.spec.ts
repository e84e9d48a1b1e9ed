import { photograph } from '#tests/accessibility/photograph.ts'
import { streets } from '#tests/journeys/checkout-page.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

// These states are only photographed (playwright.config.ts).
test.beforeEach(({ troubles }) => {
	troubles.allow(/status of (4|5)\d\d|ERR_FAILED|could not be loaded|not saved/)
})

test('the checkout passes the accessibility checks with pickup, an accepted coupon, each payment method and free delivery', async ({
	shop,
	api,
	page,
}) => {
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Rosado', 2)] })
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.pickUp()
	await checkout.validateCoupon('SHAKER5000')
	await page.getByRole('radio', { name: /^Transferencia bancaria/ }).check()
	await photograph(page, 'checkout-pickup-coupon')
	await page.getByRole('radio', { name: /^Efectivo/ }).check()
	await photograph(page, 'checkout-cash')
	await checkout.deliverHome()
	await checkout.deliverTo(streets.moneda)
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
	await photograph(page, 'checkout-free')
})

test('the account passes the accessibility checks without orders, on its security tab and while it is being deleted', async ({
	shop,
	api,
	page,
}) => {
	await shop.arriveWith({ customer: await api.aCustomer() })
	await shop.open('/perfil?tab=ordenes')
	await expect(page.getByText('No hay órdenes registradas.')).toBeVisible()
	await photograph(page, 'orders-none')
	await page.getByRole('tab', { name: 'Perfil' }).click()
	await page.getByRole('button', { name: 'Editar', exact: true }).click()
	await photograph(page, 'profile-editing')
	await page.route('**/api/perfil/', (route) => route.abort())
	await page.reload()
	await expect(page.getByText('No pudimos cargar tu perfil')).toBeVisible()
	await photograph(page, 'profile-not-loaded')
})

test('the page of a mailed order link passes the accessibility checks, valid and invalid', async ({
	shop,
	api,
	page,
}) => {
	const customer = await api.aCustomer()
	await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await shop.open(await api.pathFromMail(customer.email, /\/orden\/[\w.-]+/))
	await expect(page.getByRole('button', { name: 'Repetir pedido' })).toBeVisible()
	await photograph(page, 'tracking')
	await shop.open('/orden/nada')
	await expect(page.getByText('Este enlace ya no es válido')).toBeVisible()
	await photograph(page, 'tracking-unknown')
})

test('the panel passes the accessibility checks with its settings, an empty list, a list that failed to load and a new product', async ({
	api,
	page,
}) => {
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	await expect(page.getByText('Cargando panel...')).toHaveCount(0)
	await photograph(page, 'panel-settings')
	await staff.unfold('Cuenta para transferencias', 'Despacho')
	await photograph(page, 'panel-settings-open')
	await page.goto('/perfil?tab=admin&nro_orden=999999')
	await expect(page.getByText('No hay órdenes que mostrar.')).toBeVisible()
	await photograph(page, 'panel-empty')
	await page.route('**/api/admin_listar_ordenes/**', (route) => route.abort())
	await page.reload()
	await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
	await photograph(page, 'panel-not-loaded')
})
