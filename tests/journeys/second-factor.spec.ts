import { Secret, TOTP } from 'otpauth'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff add an authenticator app, and log in with a recovery code', async ({ page, api, troubles }) => {
	troubles.allow(/status of (401|403|422)/)
	const shop = new ShopPage(page)
	await shop.arriveWith({ customer: { ...staffLogin, tokens: await api.logIn(staffLogin.email, staffLogin.password) } })
	await page.goto('/perfil')
	const section = page.getByRole('region', { name: 'Segundo paso para entrar' })
	await section.getByRole('button', { name: 'Agregar una app de códigos' }).click()
	await expect(section.getByRole('img', { name: 'Código QR para tu app de códigos' })).toBeVisible()
	const secret = (await section.locator('code').innerText()).replaceAll(' ', '')
	await section.getByLabel('Código de seis dígitos').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
	await section.getByRole('button', { name: 'Activar' }).click()
	await expect(section.getByText('Guarda estos códigos de recuperación')).toBeVisible()
	const [code = '', secondCode = ''] = await section.getByRole('listitem').allInnerTexts()
	await section.getByRole('button', { name: 'Ya los guardé' }).click()
	await expect(section.getByText('Quedan 10.')).toBeVisible()

	await page.evaluate(() => localStorage.clear())
	await shop.open('/login')
	await shop.logIn(staffLogin.email, staffLogin.password)
	await expect(shop.heading('Segundo paso')).toBeVisible()
	await page.getByLabel('Código').fill('000000')
	await page.getByRole('button', { name: 'Entrar' }).click()
	await expect(shop.alert('El código no es correcto o ya se usó.')).toBeVisible()
	await page.getByLabel('Código').fill(code)
	await page.getByRole('button', { name: 'Entrar' }).click()
	await expect(page).toHaveURL('/carrito')

	await page.goto('/perfil')
	await expect(section.getByText('Quedan 9.')).toBeVisible()

	// Simulates an hour later: the password alone is insufficient, and the request is repeated after the proof.
	const stale = { status: 403, json: { error: 'Confirma que eres tú para continuar.', code: 'identidad_requerida' } }
	const tokens = await page.evaluate(() => ({
		access: localStorage.getItem('access_token'),
		refresh: localStorage.getItem('refresh_token'),
	}))
	const sent: unknown[] = []
	await page.route('**/api/perfil/clave/', (route) => {
		sent.push(route.request().postDataJSON())
		// Other journeys log in with the password, so it does not change.
		return route.fulfill(sent.length === 1 ? stale : { json: tokens })
	})
	const ownPassword = page.getByRole('region', { name: 'Contraseña' })
	await ownPassword.getByRole('button', { name: 'Cambiar contraseña' }).click()
	await ownPassword.getByLabel('Contraseña actual').fill(staffLogin.password)
	await ownPassword.getByLabel('Nueva contraseña').fill('otra-clave-muy-larga')
	await ownPassword.getByLabel('Repetir contraseña').fill('otra-clave-muy-larga')
	await ownPassword.getByRole('button', { name: 'Guardar contraseña' }).click()
	const dialog = page.getByRole('alertdialog', { name: 'Confirma que eres tú' })
	await dialog.getByLabel('Contraseña actual').fill(staffLogin.password)
	await dialog.getByLabel('Código').fill(secondCode)
	await dialog.getByRole('button', { name: 'Confirmar' }).click()
	await expect(ownPassword.getByText('Tu contraseña quedó guardada. Cerramos tus otras sesiones.')).toBeVisible()
	const change = { password: staffLogin.password, new_password: 'otra-clave-muy-larga' }
	expect(sent).toEqual([change, change])
	await section.getByRole('button', { name: 'Quitar la app de códigos' }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
	await expect(section.getByRole('button', { name: 'Agregar una app de códigos' })).toBeVisible()
})
