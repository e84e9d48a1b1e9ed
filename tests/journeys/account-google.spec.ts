import { randomUUID } from 'node:crypto'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

const somebody = (domain = 'gmail.com') => ({
	email: `${randomUUID().slice(0, 12)}@${domain}`,
	name: 'Antonia Reyes Lagos',
})

test('the login on the way to pay shows the Google button on the first screen, before its links', {
	tag: '@phone',
}, async ({ shop, page }) => {
	await shop.arriveWith({ cart: [line('Negro'), line('Celeste')] })
	await shop.open('/carrito')
	await page.getByRole('link', { name: 'Ir a pagar' }).click()
	const google = page.locator('.google > *').first()
	await expect(google).toBeInViewport({ ratio: 1 })
	const links = await page.getByRole('navigation', { name: 'Ayuda para entrar' }).boundingBox()
	expect((await google.boundingBox())?.y).toBeLessThan(links?.y ?? 0)
})

test('the Google login greets by name, creates the account and leads to the cart', async ({ shop, page }) => {
	const account = new AccountPage(shop)
	const person = somebody()
	await shop.arriveWith({ cart: [line('Blanco')] })
	await shop.open('/login')
	const held = Promise.withResolvers<void>()
	await page.route('**/api/login-google/', async (route) => {
		await held.promise
		await route.continue()
	})
	const sent = page.waitForRequest('**/api/login-google/')
	await account.signInWithGoogle(person)
	await expect(
		page.getByRole('status').filter({ hasText: 'Hola Antonia Reyes Lagos, iniciando sesión...' }),
	).toBeVisible()
	expect((await sent).postDataJSON()).toEqual({
		email: person.email,
		nombre: 'Antonia',
		apellido: 'Reyes Lagos',
		carrito: [expect.objectContaining({ color: 'Blanco', cantidad: 1 })],
		credential: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
	})
	held.resolve()
	await expect(page).toHaveURL('/carrito')
	await shop.expectBadge(1)
	await account.open()
	await expect(account.fact('Nombre')).toHaveText('Antonia')
	await expect(account.fact('Apellido')).toHaveText('Reyes Lagos')
	await expect(account.fact('Email')).toHaveText(person.email)
	await expect(page.getByText('Entras con Google. También puedes usar una.')).toBeVisible()
})

test('an account with a password is linked to Google once by that password', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of (409|401)/)
	const account = new AccountPage(shop)
	const { email, password } = await api.aCustomer('Matilda')
	const person = { email, name: 'Matilda Rojas' }
	await shop.open('/login')
	await account.signInWithGoogle(person)
	await expect(
		page.getByText('Ya tienes una cuenta con este correo. Escribe su contraseña una vez para unirla con Google.'),
	).toBeVisible()
	const field = page.getByLabel('Contraseña de tu cuenta')
	await expect(field).toBeFocused()
	await expectAccessible(page, 'login-google-password')
	await field.fill('no-es-la-clave')
	await page.getByRole('button', { name: 'Unir con Google' }).click()
	await expect(shop.alert('Credenciales inválidas')).toBeVisible()
	await field.fill(password)
	await page.getByRole('button', { name: 'Unir con Google' }).click()
	await expect(page).toHaveURL('/carrito')

	await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión' }).click()
	await shop.untilHydrated()
	await account.signInWithGoogle(person)
	await expect(page).toHaveURL('/carrito')
})

test('an invalid Google token is rejected, and the next valid one is accepted', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 401/)
	const account = new AccountPage(shop)
	const person = somebody('correo.cl')
	await shop.open('/login')
	for (const token of ['vencido', 'otra_audiencia', 'correo_sin_verificar', 'llave_ajena']) {
		const refused = page.waitForResponse('**/api/login-google/')
		await account.signInWithGoogle(person, token)
		expect((await refused).status(), token).toBe(401)
		await expect(shop.alert('Error al iniciar sesión con Google ❌')).toBeVisible()
	}
	await expect(page).toHaveURL('/login')
	expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
	await expect(page.getByRole('button', { name: 'Acceder con Google' })).toBeVisible()
	await expectAccessible(page, 'login-google-refused', ['color-contrast'])
	await account.signInWithGoogle(person)
	await expect(page).toHaveURL('/carrito')
})

test('an account with Google login alone gets a password after a Google proof, and another person cannot set one', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 4(01|22)/)
	const account = new AccountPage(shop)
	const person = somebody()
	await shop.open('/login')
	await account.signInWithGoogle(person)
	await expect(page).toHaveURL('/carrito')
	await account.open()
	await page.getByRole('button', { name: 'Crear contraseña' }).click()
	await expect(page.getByLabel('Contraseña actual')).toHaveCount(0)
	const confirmation = page.getByText('Confirma con Google que eres tú.')
	await account.fill({ 'Nueva contraseña': 'la-primera-idea', 'Repetir contraseña': 'la-primera-idea' })
	await page.getByRole('button', { name: 'Guardar contraseña' }).click()
	await expect(confirmation).toBeVisible()
	const passwords = { 'Nueva contraseña': 'una-clave-propia', 'Repetir contraseña': 'una-clave-propia' }
	await account.fill(passwords)
	await expect(confirmation).toBeHidden()
	for (const who of [somebody(), person]) {
		await account.fill(passwords)
		await page.getByRole('button', { name: 'Guardar contraseña' }).click()
		await expect(confirmation).toBeVisible()
		await account.signInWithGoogle(who)
		if (who !== person) await expect(account.section('Contraseña').getByRole('alert')).toBeVisible()
	}
	await expect(page.getByText('Tu contraseña quedó guardada. Cerramos tus otras sesiones.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Cambiar contraseña' })).toBeVisible()
	await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
	await expect(page.getByLabel('Contraseña actual')).toBeVisible()
	await api.logIn(person.email, 'una-clave-propia')
})

test('the login page without Google offers e-mail and password alone', async ({ shop, page, troubles }) => {
	troubles.allow(/Google sign-in is not there|Failed to load|gsi\/client/)
	await page.route('**/gsi/client', (route) => route.abort())
	await shop.open('/login')
	await expect(page.getByText('o', { exact: true })).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Acceder con Google' })).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
})

test.describe('the browser inside a social app', () => {
	test.use({
		userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 Instagram 335.0.0.29.93',
	})

	test('offers no Google button, but a link to open the page in the browser', async ({ shop, page }) => {
		await shop.open('/login')
		await expect(page.getByText('Para entrar con Google, abre esta página en tu navegador')).toBeVisible()
		await expect(page.locator('.google')).toHaveCount(0)
		await expectAccessible(page, 'login-inside-app')
	})
})
