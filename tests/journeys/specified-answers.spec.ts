import type { Page } from '@playwright/test'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { proof } from '#tests/journeys/proof.ts'
import { line, newAccount } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** Answers a call with these fields alone: what the specification names, and nothing of the shop's own. */
const answer = (page: Page, path: string, json: unknown) =>
	page.route(
		({ pathname }) => pathname.replace(/\/$/, '') === path,
		(route) => route.fulfill({ json }),
	)

const orden_id = '6f0f3a52-6b0e-4e0b-9b53-0d6f2f0f7a11'

const cartLine = { nombre: 'Premium Shaker Electric 650 ML', color: 'Negro', precio: 29_990, cantidad: 1, imagen: '' }
const order = {
	id: orden_id,
	nro_orden: 1042,
	estado: 'pagada',
	total: 29_990,
	metodo_pago: 'webpay',
	user: 7,
	created_at: '2026-11-20T15:05:00.000Z',
	direccion: ',',
	carrito: [cartLine],
	comprobantes: [],
	comprobantes_descarga: [],
}

const successCalls = {
	'metodo=mercadopago&external_reference=a&payment_id=7': '/api/pago_exitoso',
	'orden_id=a': '/api/orden_transferencia_exitosa',
	'metodo=efectivo&orden_id=a': '/api/orden_efectivo_exitosa',
	'token=t': '/api/flow/status',
	'metodo=flow&orden_ref=a': '/api/flow/message',
	'metodo=webpay&orden_id=a': '/api/webpay/status',
}

for (const [query, path] of Object.entries(successCalls)) {
	test(`the success page shows the message of ${path}, and says so when there is none`, async ({ shop, page }) => {
		await shop.arriveWith({ cart: [line('Negro')] })
		await answer(page, path, { message: 'Gracias por tu compra.\nTe escribiremos.' })
		await page.goto(`/checkout-success?${query}`)
		await expect(shop.heading('Gracias por tu compra.')).toBeVisible()
		await expect(page.getByText('Te escribiremos.')).toBeVisible()
		await expect(page.getByRole('link', { name: 'Ver mis órdenes' })).toBeVisible()
		await shop.expectBadge(1)
		await answer(page, path, {})
		await page.reload()
		await expect(shop.heading('No se pudo confirmar la orden.')).toBeVisible()
	})
}

test('Home and the cart use a stock and prices without other fields', async ({ shop, page }) => {
	await answer(page, '/api/products/PREM-SHAKER-650/availability', { stock: { Negro: 1, Rosado: 0 } })
	await answer(page, '/api/cart/refresh', { items: [{ color: 'Negro', precio: 31_000 }] })
	await shop.open('/')
	await expect(page.getByRole('region', { name: cartLine.nombre }).getByText('$31.000').first()).toBeVisible()
	await shop.addToCart('Negro')
	await shop.open('/carrito')
	await page
		.getByRole('main')
		.getByRole('button', { name: /^Aumentar|^Agregar|^Más/ })
		.first()
		.click()
	await expect(page.getByText('No hay stock suficiente para este color.')).toBeVisible()
})

test('registration, login and recovery go on with the specified answers', async ({ shop, api, page }) => {
	const { tokens } = await api.aCustomer()
	await answer(page, '/api/register', {})
	await shop.open('/register')
	await shop.register(newAccount())
	await expect(page.getByText('Registro exitoso')).toBeVisible()
	await expect(page).toHaveURL(/\/login/)
	await answer(page, '/api/token', { access: tokens.access, refresh: tokens.refresh })
	await shop.logIn('ana@correo.cl', 'una-clave-segura')
	await expect(page).toHaveURL('/carrito')

	await answer(page, '/api/auth/password-reset', {})
	await shop.open('/forgot-password')
	await page.getByLabel('Correo electrónico').fill('ana@correo.cl')
	await page.getByRole('button', { name: 'Enviar enlace' }).click()
	await expect(shop.heading('Revisa tu correo')).toBeVisible()
	await answer(page, '/api/auth/password-reset/validate', { valid: true })
	await answer(page, '/api/auth/password-reset/confirm', {})
	await page.goto('/reset-password/uid/token')
	await page.getByLabel('Nueva contraseña').fill('una-clave-nueva')
	await page.getByLabel('Repetir contraseña').fill('una-clave-nueva')
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(shop.heading('Tu contraseña quedó guardada')).toBeVisible()
})

test('the profile and its orders show a profile without other fields', async ({ shop, api, page }) => {
	await shop.arriveWith({ customer: await api.aCustomer() })
	const profile = { nombre: 'Ana', apellido: '', email: 'ana@correo.cl', direccion: '', is_staff: false }
	await answer(page, '/api/perfil', { ...profile, ordenes: [order] })
	const account = new AccountPage(shop)
	await account.open()
	await expect(account.fact('Nombre')).toHaveText('Ana')
	await expect(account.fact('Apellido')).toHaveText('No registrado')
	await expect(account.fact('Dirección')).toHaveText('No registrada')
	await account.open('ordenes')
	await account.order(1042).click()
	await expect(account.fact('Dirección')).toHaveText('No Registrada')
	await expect(account.fact('Total')).toHaveText('$29.990')
	await expect(page.locator('.order-line')).toContainText('Negro · Cantidad: 1')
	await answer(page, '/api/perfil', { ...profile, ordenes: [] })
	await page.reload()
	await expect(page.getByText('No hay órdenes registradas.')).toBeVisible()
})

test('an order goes on with its one specified field, by each method', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const checkOut = async (card: Parameters<typeof shop.checkout.orderForPickup>[0], json: object) => {
		await shop.arriveWith({ customer, cart: [line('Negro')] })
		await answer(page, '/api/crear_orden', json)
		await shop.open('/pago')
		await shop.checkout.orderForPickup(card)
	}
	await answer(page, '/api/orden_efectivo_exitosa', { message: 'Listo.' })
	await answer(page, '/api/orden_transferencia_exitosa', { message: 'Recibido.' })
	await answer(page, '/api/subir_comprobante', {})
	await checkOut('Pago en línea', { init_point: '/politicas?pagina=de-pago' })
	await expect(page).toHaveURL('/politicas?pagina=de-pago')
	await checkOut('Efectivo al recibir', { orden_id })
	await expect(page).toHaveURL(`/checkout-success?metodo=efectivo&orden_id=${orden_id}`)
	await checkOut('Transferencia bancaria', { orden_id })
	await expect(page).toHaveURL('/checkout-transferencia')
	await expect(page.getByText('$29.990').first()).toBeVisible()
	await page.getByLabel(/^Comprobante/).setInputFiles(proof)
	await page.getByRole('button', { name: 'Enviar comprobante' }).click()
	await expect(page).toHaveURL(`/checkout-success?orden_id=${orden_id}`)
	await expect(shop.heading('Recibido.')).toBeVisible()
})

const user = {
	id: 7,
	username: 'ana@correo.cl',
	email: 'ana@correo.cl',
	first_name: 'Ana',
	last_name: 'Pérez',
	is_staff: false,
	is_active: true,
	is_superuser: false,
}
const product = { id: 3, nombre: 'Premium Shaker', sku: 'PREM-SHAKER-650', precio: 29_990, stock: 2 }

test('the lists of the panel show rows without other fields, in each wrapping', async ({ api, page }) => {
	const staff = new StaffPage(page)
	await answer(page, '/api/admin_listar_ordenes', [order])
	await staff.enter(api)
	await expect(await staff.row(/^(Ver la orden )?#?1042/)).toBeVisible()
	await answer(page, '/api/admin_usuarios', { users: [user] })
	await page.goto('/perfil?tab=admin&seccion=usuarios')
	await expect(staff.section.getByText('ana@correo.cl').first()).toBeVisible()
	await answer(page, '/api/admin_productos', { items: [product] })
	await page.goto('/perfil?tab=admin&seccion=productos')
	await expect(staff.section.getByText('PREM-SHAKER-650').or(staff.section.getByLabel('SKU')).first()).toBeVisible()
	await answer(page, '/api/admin_productos', { data: [] })
	await page.reload()
	await expect(staff.section.getByText('Nuevo Producto').first()).toBeVisible()
})
