import type { Locator, Page } from '@playwright/test'
import type { ShopPage } from '#tests/journeys/shop-page.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { expect, test } from '#tests/journeys/test.ts'

// WebAuthn rejects IP addresses, so this shop has a host name.
test.use({ shopHost: 'localhost' })

test.beforeEach(({ browser }) => {
	test.skip(
		Number.parseInt(browser.version(), 10) < 132,
		'without a window, Chromium 131 breaks down when asked for a passkey',
	)
})

const addPasskey = 'Agregar una llave de acceso'

/** Adds a virtual authenticator to the browser, with or without successful user verification. */
async function withAuthenticator(page: Page, { isUserVerified }: { isUserVerified: boolean }): Promise<void> {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('WebAuthn.enable')
	await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified,
			automaticPresenceSimulation: true,
		},
	})
}

/** Logs staff in and returns the second-factor part of their profile. */
async function openSecondFactor(page: Page, shop: ShopPage): Promise<Locator> {
	await shop.open('/login')
	await shop.logIn(staffLogin.email, staffLogin.password)
	await expect(page).toHaveURL('/carrito')
	await page.goto('/perfil')
	return page.getByRole('region', { name: 'Segundo paso para entrar' })
}

test('a passkey without user verification is not added', async ({ page, shop }) => {
	await withAuthenticator(page, { isUserVerified: false })
	const section = await openSecondFactor(page, shop)
	await section.getByRole('button', { name: addPasskey }).click()
	await expect(shop.alert('No se usó ninguna llave de acceso. Intenta nuevamente.')).toBeVisible()
	await expect(section.getByText('Guarda estos códigos de recuperación')).toBeHidden()
})

test('staff add a passkey, log in with it, prove their identity with it, and remove it', async ({
	page,
	shop,
	troubles,
}) => {
	troubles.allow(/status of (401|403|422)/)
	await withAuthenticator(page, { isUserVerified: true })
	const section = await openSecondFactor(page, shop)
	const add = section.getByRole('button', { name: addPasskey })
	await add.click()
	await expect(section.getByText('Guarda estos códigos de recuperación')).toBeVisible()
	await section.getByRole('button', { name: 'Ya los guardé' }).click()
	await expect(section.getByText('Solo en ese dispositivo')).toBeVisible()
	await add.click()
	await expect(shop.alert('Ese dispositivo ya tiene una llave de acceso de tu cuenta.')).toBeVisible()

	await page.evaluate(() => localStorage.clear())
	await shop.open('/login')
	await shop.logIn(staffLogin.email, staffLogin.password)
	await expect(shop.heading('Segundo paso')).toBeVisible()
	await page.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
	await expect(page).toHaveURL('/carrito')

	// Simulates the shop's answer after more than ten minutes.
	await page.goto('/perfil')
	const error = 'Confirma que eres tú para continuar.'
	const refusal = { status: 403, json: { error, detail: error, code: 'identidad_requerida' } }
	await page.route('**/api/perfil/segundo_factor/codigos/', (route) => route.fulfill(refusal), { times: 1 })
	await section.getByRole('button', { name: 'Crear otros' }).click()
	const dialog = page.getByRole('alertdialog', { name: 'Confirma que eres tú' })
	await dialog.getByRole('button', { name: 'Usar mi llave de acceso' }).click()
	await expect(dialog).toBeHidden()
	await section.getByRole('button', { name: 'Ya los guardé' }).click()

	await section.getByRole('button', { name: /^Quitar la llave de / }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
	await expect(section.getByText('Códigos de recuperación')).toBeHidden()
	await expect(section.getByText('Llaves de acceso')).toBeFocused()
})
