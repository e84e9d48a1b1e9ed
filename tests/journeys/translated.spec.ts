import { streets } from '#tests/journeys/checkout-page.ts'
import { proof } from '#tests/journeys/proof.ts'
import { line, newAccount } from '#tests/journeys/shop-api.ts'
import { StaffPage, sections } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'
import { translate } from '#tests/journeys/translate.ts'

// A failing screen logs an error, which fails the test (test.ts).

test('login, registration and password recovery work on a translated page', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of (401|409)/)
	const { email } = await api.aCustomer()
	await shop.open('/login')
	await translate(page)
	await page.getByRole('button', { name: 'Entrar' }).click()
	await expect(page.getByText('Ingresa tu correo.')).toBeVisible()
	await shop.logIn('nadie@correo.cl', 'no-es-la-clave')
	await expect(page.getByRole('alert')).toContainText('Credenciales inválidas')
	await page.getByRole('button', { name: 'Mostrar' }).click()
	await expect(page.getByRole('button', { name: 'Ocultar' })).toBeVisible()
	await page.getByRole('link', { name: 'Registrarse' }).click()
	await shop.register({ ...newAccount(), email })
	await expect(page.getByRole('alert')).toContainText('Ya existe una cuenta con ese correo.')
	await shop.open('/forgot-password')
	await translate(page)
	await page.getByLabel('Correo electrónico').fill(email)
	await page.getByRole('button', { name: 'Enviar enlace' }).click()
	await expect(shop.heading('Revisa tu correo')).toBeVisible()
})

test('an order works on a translated page: amounts change, and the order arrives', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	await shop.open('/')
	await translate(page)
	await shop.addToCart('Rosado')
	await shop.expectBadge(2)
	const more = shop.dropdown.getByRole('button', { name: /^Agregar uno:.*Rosado/ })
	await more.click()
	await expect(shop.dropdown).toContainText('$89.970')
	await page.getByRole('link', { name: 'Ir al carrito' }).click()
	await expect(shop.heading('Carrito')).toBeVisible()
	await shop
		.cartLine('Rosado')
		.getByRole('button', { name: /^Eliminar/ })
		.click()
	await expect(page.getByText('1 producto · el despacho se calcula al pagar')).toBeVisible()

	await shop.open('/pago')
	await translate(page)
	await shop.checkout.deliverTo(streets.apoquindo, 'Depto 1203')
	await expect(shop.checkout.amount('Despacho')).toHaveText('$3.500')
	await shop.checkout.deliverTo(streets.moneda)
	await expect(shop.checkout.amount('Despacho')).toHaveText(/Gratis/i)
	await shop.checkout.validateCoupon('NADA')
	await expect(page.getByText('❌ Cupón no es válido')).toBeVisible()
	await shop.checkout.validateCoupon('SHAKER5000')
	await expect(shop.checkout.amount('Total a pagar')).toHaveText('$24.990')
	await shop.checkout.confirm()
	await expect(page.getByRole('alert')).toContainText('Ingresa un teléfono válido')
	await page.route('**/api/crear_orden/', async (route) => {
		await expect(page.getByRole('button', { name: 'Confirmar pedido' })).toHaveAttribute('aria-busy', 'true')
		await route.continue()
	})
	await shop.checkout.orderForPickup('Transferencia bancaria')
	await expect(shop.heading('Transfiere $24.990')).toBeVisible()
	await page.getByLabel(/^Comprobante/).setInputFiles(proof)
	await page.getByRole('button', { name: 'Enviar comprobante' }).click()
	await expect(shop.heading('Recibimos tu comprobante.')).toBeVisible()
})

test('the profile and its orders work on a translated page', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const { nro_orden } = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await shop.arriveWith({ customer })
	await page.goto('/perfil')
	await expect(shop.heading('Hola, Camila')).toBeVisible()
	await shop.untilHydrated()
	await translate(page)
	for (const name of ['Editar', 'Cancelar', 'Cambiar contraseña', 'Cancelar'])
		await page.getByRole('button', { name }).first().click()
	await page.getByRole('tab', { name: 'Órdenes' }).click()
	await page.getByRole('button', { name: new RegExp(String(nro_orden)) }).click()
	await expect(page.getByText('$29.990').first()).toBeVisible()
})

test('every section of a translated panel works, and an edit shows', async ({ api, page, troubles }) => {
	troubles.allow(/ERR_FAILED|not saved/)
	const { orden_id, nro_orden } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'transferencia' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	await translate(page)
	for (const section of sections) {
		await staff.go(section)
		await expect(page.getByText('Cargando panel...')).toHaveCount(0)
		await staff.section.locator('summary').evaluateAll((all: HTMLElement[]) => {
			for (const summary of all) summary.click()
		})
	}
	await staff.go('Órdenes')
	await staff.search(String(nro_orden))
	const row = await staff.row(new RegExp(`^#?${nro_orden}`))
	let isBroken = true
	await page.route('**/api/admin_ordenes/**', (route) =>
		isBroken && /efectos/.test(route.request().url()) ? route.abort() : route.continue(),
	)
	await row.getByLabel(/^Estado/).selectOption('pagada')
	await expect(page.getByText('No se guardó.', { exact: true })).toBeVisible()
	isBroken = false
	await page.getByRole('button', { name: 'Reintentar' }).click()
	await staff.dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
	await expect.poll(async () => (await api.orderForStaff(orden_id)).estado).toBe('pagada')
	await staff.openOrder(nro_orden)
	await page.getByRole('button', { name: 'Cancelar orden' }).click()
	await expect(staff.dialog).toBeVisible()
})
