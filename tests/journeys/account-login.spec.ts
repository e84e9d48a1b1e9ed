import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { line, newAccount } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('leaving the page after registration discards the password', async ({ shop, page }) => {
	await shop.open('/register')
	// The redirect to the login runs on a timer, which never fires here.
	await page.clock.install()
	await page.clock.pauseAt(Date.now() + 60_000)
	await shop.register(newAccount())
	await expect(page.getByRole('status').filter({ hasText: 'Registro exitoso' })).toBeVisible()
	await page.getByRole('link', { name: '¿Ya tienes cuenta? Inicia sesión' }).click()
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
	await expect(page.getByLabel('Contraseña')).toHaveValue('')
})

test('a registration requires consent, confirms the account, and leads to the login', async ({ shop, page }) => {
	const account = newAccount('Josefa')
	const calls: string[] = []
	page.on('request', (request) => calls.push(new URL(request.url()).pathname))
	await shop.open('/register')
	await expect(page.getByRole('link', { name: /^Leerla/ })).toHaveAttribute('href', '/politicas#privacidad')
	await shop.register({ ...account, password: 'corta' })
	await expect(page.getByText('La contraseña debe tener al menos 8 caracteres.')).toBeVisible()
	await page.getByLabel('Acepto la política de privacidad.').uncheck()
	await page.getByLabel('Contraseña').fill(account.password)
	await page.getByRole('button', { name: 'Registrarse' }).click()
	const consent = page.getByRole('checkbox', { name: 'Acepto la política de privacidad.' })
	await expect(consent).toBeFocused()
	await expect(consent).toHaveAccessibleDescription(
		'Para crear tu cuenta necesitamos que aceptes la política de privacidad.',
	)
	expect(calls).not.toContain('/api/register/')

	await consent.check()
	// The redirect to the login runs on a timer, stopped until the message has been seen.
	await page.clock.install()
	await page.clock.pauseAt(Date.now() + 60_000)
	const sent = page.waitForRequest('**/api/register/')
	await page.getByRole('button', { name: 'Registrarse' }).click()
	expect((await sent).postDataJSON()).toEqual({ ...account, consentimiento: true })
	await expect(page.getByRole('status').filter({ hasText: 'Registro exitoso' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Registrarse' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/register')
	await page.clock.runFor(1_500)
	await page.clock.resume()
	await expect(page).toHaveURL('/login')
	expect(calls.filter((path) => path === '/api/register/')).toHaveLength(1)
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
	await expect(page.getByLabel('Correo electrónico')).toHaveValue(account.email)
	await shop.logIn(account.email.toUpperCase(), account.password)
	await expect(page).toHaveURL('/carrito')
})

test('a wrong password gets the same message as an unknown address', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 401/)
	const { email } = await api.aCustomer()
	await shop.open('/login')
	for (const address of [email, 'nadie@correo.cl']) {
		await shop.logIn(address, 'no-es-la-clave')
		await expect(shop.alert('Credenciales inválidas')).toBeVisible()
		await expect(page.getByLabel('Contraseña')).toHaveValue('no-es-la-clave')
		await page.reload()
		await shop.untilHydrated()
		await expect(page.getByRole('alert')).toHaveCount(0)
	}
	expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('a logout in one tab logs out the others, and ends the session on the server', async ({
	shop,
	api,
	context,
	troubles,
}) => {
	// Data that the other tab was loading when its session ended.
	troubles.allow(/status of 401/)
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer })
	await new AccountPage(shop).open()
	const other = new ShopPage(await context.newPage())
	await other.open('/carrito')
	await other.page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión' }).click()
	await expect(other.page).toHaveURL('/login')
	await expect(shop.page).toHaveURL('/login')
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
	await expect(shop.page.getByRole('alert')).toHaveCount(0)
	await expect(shop.page.getByRole('button', { name: 'Cerrar sesión' })).toBeHidden()
	const kept = () =>
		shop.page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')])
	expect(await kept()).toEqual([null, null])
	await expect.poll(() => api.isOpen(customer.tokens)).toBe(false)
})

test('a draft of one person is neither stored for nor sent by the next person who logs in in another tab', async ({
	shop,
	api,
	context,
}) => {
	const first = await api.aCustomer('Ana')
	const second = await api.aCustomer('Berta')
	await api.editProfile(second, { telefono: '922222222' })
	await shop.arriveWith({ customer: first, cart: [line('Negro')] })
	const account = new AccountPage(shop)
	await account.open()
	await shop.page.getByRole('button', { name: 'Editar' }).click()
	const checkout = new ShopPage(await context.newPage())
	await checkout.open('/pago')
	await checkout.page.getByLabel('Teléfono').fill('911111111')

	const login = new ShopPage(await context.newPage())
	await login.open('/login')
	await login.logIn(second.email, second.password)
	await expect(login.page).toHaveURL('/carrito')
	await expect(shop.heading('Hola, Berta')).toBeVisible()
	await expect(account.fact('Nombre')).toHaveText('Berta')
	await expect(checkout.page.getByLabel('Teléfono')).toHaveValue('922222222')
})

test('an expired access token is renewed silently; an ended session leads to the login and back', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 401/)
	const customer = await api.aCustomer('Isidora')
	await shop.arriveWith({ customer, cart: [line('Rosado')] })
	const account = new AccountPage(shop)
	await account.open()
	await page.evaluate(() => localStorage.setItem('access_token', 'vencido'))
	await page.getByRole('button', { name: 'Editar' }).click()
	await account.fill({ Apellido: 'Fuentes' })
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(account.fact('Apellido')).toHaveText('Fuentes')

	await shop.expireSession()
	await page.getByRole('button', { name: 'Editar' }).click()
	await account.fill({ Apellido: 'Araya' })
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(page).toHaveURL('/login')
	await expect(shop.alert('Sesión expirada. Inicia sesión de nuevo.')).toBeVisible()
	await shop.expectBadge(1)
	await expectAccessible(page, 'login-expired', ['color-contrast'])
	await shop.logIn(customer.email, customer.password)
	await expect(page).toHaveURL(/\/perfil/)
	await expect(account.fact('Apellido')).toHaveText('Fuentes')
	await shop.expectBadge(1)
})

test('a cart stored with the account appears on another device with an empty cart', async ({
	shop,
	api,
	browser,
	baseURL,
	troubles,
}) => {
	const { email, password } = await api.aCustomer()
	await shop.arriveWith({ cart: [line('Celeste', 2)] })
	await shop.open('/login')
	await shop.logIn(email, password)
	await expect(shop.page).toHaveURL('/carrito')

	const device = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
	device.on('page', (opened) => troubles.watch(opened))
	const elsewhere = new ShopPage(await device.newPage())
	await elsewhere.open('/login')
	await elsewhere.logIn(email, password)
	await expect(elsewhere.page).toHaveURL('/carrito')
	await elsewhere.expectBadge(2)
	await expect(elsewhere.cartLine('Celeste')).toBeVisible()
	expect(await elsewhere.cart()).toEqual([expect.objectContaining({ color: 'Celeste', cantidad: 2 })])
	await device.close()
})

test('a logout while the cart is being sent leaves a login that works, with password and with Google', async ({
	shop,
	api,
	page,
}) => {
	const account = new AccountPage(shop)
	const { email, password } = await api.aCustomer()
	const person = { email: newAccount().email.replace('correo.cl', 'gmail.com'), name: 'Camila Rojas' }
	const held = Promise.withResolvers<void>()
	await page.route('**/assets/cart-screen-*.js', async (route) => {
		await held.promise
		await route.continue()
	})
	await shop.open('/login')
	for (const enter of [() => shop.logIn(email, password), () => account.signInWithGoogle(person)]) {
		await enter()
		await expect(page).toHaveURL('/carrito')
		await expect(shop.heading('Iniciar Sesión')).toBeVisible()
		await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión' }).click()
		await expect(page).toHaveURL('/login')
	}
	await expect(page.getByRole('button', { name: 'Acceder con Google' })).toBeVisible()
	held.resolve()
	await shop.logIn(email, password)
	await expect(shop.heading('Tu carrito está vacío.')).toBeVisible()
})

test('a login without an answer and a rate-limited one have own messages, and the typed fields stay', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of (401|429|500)|ERR_FAILED/)
	const { email, password } = await api.aCustomer()
	const noAnswer = 'No pudimos conectar con la tienda. Intenta nuevamente.'
	const tooMany = 'Demasiados intentos. Prueba de nuevo en 2 segundos.'
	const answers = [
		{ text: noAnswer, answer: { status: 500, json: { error: 'x', code: 'error_interno' } } },
		{ text: noAnswer, answer: undefined },
		{ text: tooMany, answer: { status: 429, json: { error: tooMany, code: 'demasiadas_solicitudes' } } },
		{ text: 'Credenciales inválidas', answer: { status: 401, json: { error: 'x', code: 'credenciales_invalidas' } } },
	]
	await shop.open('/login')
	for (const { text, answer } of answers) {
		await page.route('**/api/token/', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 })
		await shop.logIn(email, password)
		await expect(shop.alert(text)).toBeVisible()
		await expect(page.getByLabel('Contraseña')).toHaveValue(password)
	}
	await shop.logIn(email, password)
	await expect(page).toHaveURL('/carrito')
})
