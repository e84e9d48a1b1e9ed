import { Secret, TOTP } from 'otpauth'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff add an app for codes as a second step, and log in with a code for recovery', async ({
	page,
	api,
	troubles,
}) => {
	troubles.allow(/status of (401|422)/)
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
	const code = await section.getByRole('listitem').first().innerText()
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
	await section.getByRole('button', { name: 'Quitar la app de códigos' }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
	await expect(section.getByRole('button', { name: 'Agregar una app de códigos' })).toBeVisible()
})
