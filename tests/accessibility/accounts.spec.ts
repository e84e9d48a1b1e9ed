import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { newAccount } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

test.use({ shopOf: 'accessibility' })

test('login and its errors pass the accessibility checks', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 401/)
	await shop.open('/login')
	await expectAccessible(page, 'login')
	await page.getByRole('button', { name: 'Entrar' }).click()
	await expect(page.getByText('Ingresa tu correo.')).toBeVisible()
	await expectAccessible(page, 'login-empty')
	await shop.logIn('nadie@correo.cl', 'no-es-la-clave')
	await expect(shop.alert('Credenciales inválidas')).toBeVisible()
	await expectAccessible(page, 'login-refused')
})

test('registration and its errors pass the accessibility checks', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 409/)
	await shop.open('/register')
	await page.getByRole('button', { name: 'Registrarse' }).click()
	await expect(page.getByText('Ingresa tu nombre.')).toBeVisible()
	await expectAccessible(page, 'register-empty')
	const { email } = await api.aCustomer()
	await shop.register({ ...newAccount(), email })
	await expect(shop.alert('Ya existe una cuenta con ese correo.')).toBeVisible()
	await expectAccessible(page, 'register-refused')
})

test('password recovery passes the accessibility checks', async ({ shop, api, page }) => {
	const { email } = await api.aCustomer()
	await shop.open('/forgot-password')
	await expectAccessible(page, 'forgot')
	await page.getByLabel('Correo electrónico').fill(email)
	await page.getByRole('button', { name: 'Enviar enlace' }).click()
	await expect(shop.heading('Revisa tu correo')).toBeVisible()
	await expectAccessible(page, 'forgot-sent')

	await shop.open('/reset-password/a/b')
	await expect(page.getByRole('alert')).toContainText('Solicita uno nuevo.')
	await expectAccessible(page, 'reset-invalid')
	await shop.open(await api.resetPathOf(email))
	await page.getByLabel('Nueva contraseña').fill('corta')
	await page.getByLabel('Repetir contraseña').fill('otra')
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(page.getByText('La contraseña debe tener al menos 8 caracteres.')).toBeVisible()
	await expectAccessible(page, 'reset')
	await page.getByLabel('Nueva contraseña').fill('una-clave-nueva')
	await page.getByLabel('Repetir contraseña').fill('una-clave-nueva')
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(shop.heading('Tu contraseña quedó guardada')).toBeVisible()
	await expectAccessible(page, 'reset-done')
})

test('the profile and its orders pass the accessibility checks', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	await api.anOrder(customer)
	const order = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await shop.arriveWith({ customer })
	await page.goto('/perfil')
	await expect(shop.heading('Hola, Camila')).toBeVisible()
	await expectAccessible(page, 'profile')
	await page.getByRole('tab', { name: 'Órdenes' }).click()
	await expect(page.getByRole('heading', { name: 'Órdenes del Usuario' })).toBeVisible()
	await page.getByRole('button', { name: new RegExp(String(order.nro_orden)) }).click()
	await expectAccessible(page, 'orders')
})
