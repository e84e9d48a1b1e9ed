import { readFile } from 'node:fs/promises'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { type Customer, newAccount } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

let customer: Customer
let account: AccountPage

test.beforeEach(async ({ api, shop }) => {
	customer = await api.aCustomer('Camila')
	await shop.arriveWith({ customer })
	account = new AccountPage(shop)
})

test('the tabs work by keyboard, are in the address, and survive a reload', async ({ shop, page }) => {
	await shop.open('/perfil')
	await expect(account.tab('Perfil')).toHaveAttribute('aria-selected', 'true')
	await expect(page.getByRole('tab')).toHaveCount(2)
	await account.tab('Perfil').focus()
	await page.keyboard.press('ArrowDown')
	await expect(account.tab('Órdenes')).toBeFocused()
	await expect(page).toHaveURL('/perfil?tab=ordenes')
	await expect(page.getByText('No hay órdenes registradas.')).toBeVisible()
	await page.reload()
	await expect(account.tab('Órdenes')).toHaveAttribute('aria-selected', 'true')
	await expect(account.section('Órdenes del Usuario')).toBeVisible()
	await account.tab('Órdenes').focus()
	await page.keyboard.press('ArrowRight')
	await expect(account.tab('Perfil')).toBeFocused()
	await page.keyboard.press('End')
	await expect(account.tab('Órdenes')).toBeFocused()
	await page.keyboard.press('Home')
	await expect(page).toHaveURL('/perfil?tab=perfil')
	await expect(page.getByRole('button', { name: 'Editar' })).toBeVisible()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('button', { name: 'Editar' })).toBeFocused()
})

test('the profile marks missing fields, and saves name, phone and address', async ({ page }) => {
	await account.open()
	await expect(account.fact('Nombre')).toHaveText('Camila')
	await expect(account.fact('Email')).toHaveText(customer.email)
	await expect(account.fact('Teléfono')).toHaveText('No registrado')
	await expect(account.fact('Dirección')).toHaveText('No registrada')
	await page.getByRole('button', { name: 'Editar' }).click()
	await expect(page.getByLabel('Nombre')).toBeFocused()
	await account.fill({
		Nombre: 'Camila Andrea',
		Apellido: '',
		Teléfono: '1234',
		Dirección: 'Moneda 970, Santiago',
		'Número / Depto.': 'Depto 504',
	})
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(page.getByText('Debe tener exactamente 9 dígitos.')).toBeVisible()
	await expectAccessible(page, 'profile-edit')
	await account.fill({ Teléfono: '+56 9 8765 4321' })
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(account.fact('Teléfono')).toHaveText('+56 9 8765 4321')
	await page.reload()
	await expect(account.fact('Nombre')).toHaveText('Camila Andrea')
	await expect(account.fact('Apellido')).toHaveText('No registrado')
	await expect(account.fact('Dirección')).toHaveText('Moneda 970, Santiago, Depto 504')
	await page.getByRole('button', { name: 'Editar' }).click()
	await account.fill({ Nombre: 'Nadie' })
	await page.getByRole('button', { name: 'Cancelar' }).click()
	await expect(account.fact('Nombre')).toHaveText('Camila Andrea')
})

test('a profile being saved does not move a customer who already went to another page', async ({ page }) => {
	await account.open()
	await page.getByRole('button', { name: 'Editar' }).click()
	const held = Promise.withResolvers<void>()
	await page.route('**/api/perfil/', async (route) => {
		await held.promise
		await route.continue()
	})
	await page.getByRole('button', { name: 'Guardar' }).click()
	await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
	const field = page.getByLabel('Contraseña actual')
	await expect(field).toBeFocused()
	held.resolve()
	await expect(page.getByRole('button', { name: 'Editar' })).toBeVisible()
	await expect(field).toBeFocused()
})

test('a password change requires the old one, and ends every other session', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 422/)
	const elsewhere = await api.logIn(customer.email, customer.password)
	await account.open()
	const sessions = account.section('Sesiones abiertas').getByRole('listitem')
	await expect(sessions).toHaveCount(2)
	await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
	const save = page.getByRole('button', { name: 'Guardar contraseña' })
	await account.fill({
		'Contraseña actual': 'no-es-la-clave',
		'Nueva contraseña': 'una-clave-nueva',
		'Repetir contraseña': 'otra-clave-nueva',
	})
	await save.click()
	await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible()
	await account.fill({ 'Repetir contraseña': 'una-clave-nueva' })
	await save.click()
	await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
	await expect(page.getByLabel('Contraseña actual')).toBeFocused()
	await expectAccessible(page, 'profile-password')
	await account.fill({ 'Contraseña actual': customer.password })
	await save.click()
	await expect(page.getByText('Tu contraseña quedó guardada. Cerramos tus otras sesiones.')).toBeVisible()
	expect(await api.isOpen(elsewhere)).toBe(false)
	await expect(sessions).toHaveCount(1)
	await expect(sessions).toContainText('Esta sesión')
	await page.reload()
	await expect(shop.heading('Hola, Camila')).toBeVisible()
	await api.logIn(customer.email, 'una-clave-nueva')
})

test('a session on another device is ended from the profile, and the current one stays', async ({
	shop,
	api,
	page,
}) => {
	const elsewhere = await api.logIn(customer.email, customer.password)
	await account.open()
	const rows = account.section('Sesiones abiertas').getByRole('listitem')
	await expect(rows).toHaveCount(2)
	await expect(rows.filter({ hasText: 'Esta sesión' })).toHaveCount(1)
	await rows.getByRole('button', { name: /^Cerrar la sesión de / }).click()
	await expect(rows).toHaveCount(1)
	await expect(rows).toContainText('Esta sesión')
	expect(await api.isOpen(elsewhere)).toBe(false)
	await page.reload()
	await expect(shop.heading('Hola, Camila')).toBeVisible()
})

test('a customer downloads the stored personal data', async ({ api, page }) => {
	const { orden_id } = await api.anOrder(customer, { metodo_pago: 'efectivo' })
	await account.open()
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Descargar mis datos' }).click()
	const file = await download
	expect(file.suggestedFilename()).toBe('mis-datos.json')
	const text = await readFile(await file.path(), 'utf8')
	const data: { cuenta: { email: string }; ordenes: { id: string; carrito: unknown[] }[] } = JSON.parse(text)
	expect(data.cuenta).toMatchObject({ nombre: 'Camila', email: customer.email })
	expect(data.ordenes).toEqual([expect.objectContaining({ id: orden_id, metodo_pago: 'efectivo' })])
	expect(data.ordenes[0]?.carrito).toEqual([expect.objectContaining({ color: 'Negro', cantidad: 1 })])
	expect(data).toHaveProperty('consentimiento.at', expect.stringMatching(/^\d{4}-/))
	expect(text).not.toMatch(/argon2|password_hash|token_hash/)
})

test('an account is deleted for good after a dialog with its password', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of (422|401)/)
	await account.open()
	await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
	const password = page.getByLabel('Contraseña actual')
	const ask = page.getByRole('button', { name: 'Eliminar mi cuenta' })
	await password.fill('no-es-la-clave')
	await ask.click()
	await account.dialog.getByRole('button', { name: 'Eliminar' }).click()
	await expect(shop.alert('La contraseña actual no es correcta.')).toBeVisible()
	await password.fill(customer.password)
	await ask.click()
	await expect(account.dialog).toHaveAccessibleName('¿Eliminar tu cuenta?')
	await expect(page.getByText('La contraseña actual no es correcta.')).toHaveCount(0)
	await expectAccessible(page, 'over-profile-delete')
	await page.keyboard.press('Escape')
	await expect(account.dialog).toBeHidden()
	expect(await api.isOpen(await api.logIn(customer.email, customer.password))).toBe(true)
	await ask.click()
	await account.dialog.getByRole('button', { name: 'Eliminar' }).click()
	await expect(page).toHaveURL('/login')
	await expect(shop.alert('Tu cuenta quedó eliminada.')).toBeVisible()
	await shop.logIn(customer.email, customer.password)
	await expect(shop.alert('Credenciales inválidas')).toBeVisible()

	await shop.open('/register')
	await shop.register({ ...newAccount('Camila'), email: customer.email })
	await expect(page.getByRole('status').filter({ hasText: 'Registro exitoso' })).toBeVisible()
})
