import { resetPath } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a forgotten password is replaced by the mailed link, which works once', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 401/)
	const { email, password, tokens } = await api.aCustomer()
	await shop.open('/login')
	await page.getByRole('link', { name: '¿Olvidaste tu clave?' }).click()
	await expect(shop.heading('Recupera tu contraseña')).toBeVisible()
	await page.getByLabel('Correo electrónico').fill(email)
	await page.getByRole('button', { name: 'Enviar enlace' }).click()
	await expect(shop.heading('Revisa tu correo')).toBeVisible()
	await expect(page.getByText('Busca también en spam o en promociones.')).toBeVisible()
	const link = await api.pathFromMail(email, resetPath)

	const held = Promise.withResolvers<void>()
	await page.route('**/api/auth/password-reset/validate/**', async (route) => {
		await held.promise
		await route.continue()
	})
	await page.goto(link)
	await expect(page.getByText('Validando enlace…')).toBeVisible()
	await expect(page.getByLabel('Nueva contraseña')).toHaveCount(0)
	held.resolve()

	const [fresh, again] = [page.getByLabel('Nueva contraseña'), page.getByLabel('Repetir contraseña')]
	const save = page.getByRole('button', { name: 'Guardar' })
	await fresh.fill('corta')
	await again.fill('corta')
	await save.click()
	await expect(page.getByText('La contraseña debe tener al menos 8 caracteres.')).toBeVisible()
	await expect(fresh).toBeFocused()
	await fresh.fill('una-clave-nueva-ñ')
	await again.fill('otra-clave-nueva')
	await save.click()
	await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible()
	await expect(again).toBeFocused()
	await again.fill('una-clave-nueva-ñ')
	await save.click()
	await expect(shop.heading('Tu contraseña quedó guardada')).toBeFocused()
	expect(await api.isOpen(tokens), 'the earlier session').toBe(false)

	await page.getByRole('link', { name: 'Iniciar sesión' }).last().click()
	await shop.logIn(email, password)
	await expect(shop.alert('Credenciales inválidas')).toBeVisible()
	await shop.logIn(email, 'una-clave-nueva-ñ')
	await expect(page).toHaveURL('/carrito')

	await shop.open(link)
	await expect(shop.alert('El enlace no es válido o ya venció. Solicita uno nuevo.')).toBeVisible()
	await page.getByRole('link', { name: 'Solicitar otro enlace' }).click()
	await expect(page).toHaveURL('/forgot-password')
})

test('a link used while its page is open leads to a request for another', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 422/)
	const { email } = await api.aCustomer()
	const link = await api.resetPathOf(email)
	const before = new ShopPage(await page.context().newPage())
	for (const tab of [before, shop]) {
		await tab.open(link)
		await tab.page.getByLabel('Nueva contraseña').fill('una-clave-nueva-ñ')
		await tab.page.getByLabel('Repetir contraseña').fill('una-clave-nueva-ñ')
	}
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(shop.heading('Tu contraseña quedó guardada')).toBeVisible()
	await before.page.getByRole('button', { name: 'Guardar' }).click()
	await expect(before.heading('Este enlace ya no sirve')).toBeFocused()
	await expect(before.page.getByRole('link', { name: 'Solicitar otro enlace' })).toBeVisible()
})

test('an address without an account gets the same answer, and no mail', async ({ shop, api, page }) => {
	await shop.open('/forgot-password')
	await page.getByLabel('Correo electrónico').fill('nadie.en.absoluto@correo.cl')
	await page.getByRole('button', { name: 'Enviar enlace' }).click()
	await expect(shop.heading('Revisa tu correo')).toBeVisible()
	// Mails are sent in order: after this one, an earlier one would have arrived.
	await api.resetPathOf((await api.aCustomer()).email)
	expect(await api.mailsTo('nadie.en.absoluto@correo.cl')).toEqual([])
})

test('a failed request for a reset mail shows an error', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 500/)
	await page.route('**/api/auth/password-reset/', (route) => route.fulfill({ status: 500, json: {} }))
	await shop.open('/forgot-password')
	await page.getByLabel('Correo electrónico').fill('camila@correo.cl')
	await page.getByRole('button', { name: 'Enviar enlace' }).click()
	await expect(shop.alert('Ocurrió un error al enviar el enlace. Intenta nuevamente.')).toBeVisible()
})

test('a late answer does not move the focus after the customer went to the login', async ({ shop, page }) => {
	const held = Promise.withResolvers<void>()
	await page.route('**/api/auth/password-reset/', async (route) => {
		await held.promise
		await route.continue()
	})
	await shop.open('/forgot-password')
	await page.getByLabel('Correo electrónico').fill('camila@correo.cl')
	await page.getByRole('button', { name: 'Enviar enlace' }).click()
	await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
	const password = page.getByLabel('Contraseña')
	await password.click()
	const answered = page.waitForResponse('**/api/auth/password-reset/')
	held.resolve()
	await (await answered).finished()
	// The page handles the answer within two frames.
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
	await expect(password).toBeFocused()
})
