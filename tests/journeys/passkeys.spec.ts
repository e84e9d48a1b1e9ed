import type { CDPSession, Page } from '@playwright/test'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { expect, test } from '#tests/journeys/test.ts'

// Passkeys know no addresses of numbers alone, so this shop is called by name.
test.use({ shopHost: 'localhost' })

/** Gives the page's browser a passkey maker of its own, whose owner shows a finger whenever it asks. */
async function withAuthenticator(page: Page) {
	const cdp: CDPSession = await page.context().newCDPSession(page)
	await cdp.send('WebAuthn.enable')
	const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
			...{ isUserVerified: true, automaticPresenceSimulation: true },
		},
	})
	return {
		/** Whether its owner shows the right finger from now on. */
		verify: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
	}
}

test('staff add a passkey, log in with it, prove with it that it is them, and take it away', async ({
	page,
	shop,
	troubles,
}) => {
	troubles.allow(/status of (401|403|422)/)
	const authenticator = await withAuthenticator(page)
	await shop.open('/login')
	await shop.logIn(staffLogin.email, staffLogin.password)
	await expect(page).toHaveURL('/carrito')
	await page.goto('/perfil')
	const section = page.getByRole('region', { name: 'Segundo paso para entrar' })
	const add = section.getByRole('button', { name: 'Agregar una llave de acceso' })
	await authenticator.verify(false)
	await add.click()
	await expect(shop.alert('No se usó ninguna llave de acceso. Intenta nuevamente.')).toBeVisible()
	await authenticator.verify(true)
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

	// More than ten minutes later, as the shop answers then.
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
