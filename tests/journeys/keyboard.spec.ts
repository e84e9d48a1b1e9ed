import type { Locator, Page } from '@playwright/test'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

const maxTabs = 60

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	for (let tabs = 0; tabs < maxTabs; tabs += 1) {
		if (await target.evaluate((element) => element === document.activeElement)) return
		await page.keyboard.press('Tab')
	}
	throw new Error(`${maxTabs} tabs do not lead to ${target}`)
}

test('a whole purchase works without a mouse', { tag: '@desk' }, async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const { keyboard } = page
	await shop.arriveWith({ cart: [line('Blanco')] })
	await shop.open('/')

	await keyboard.press('Tab')
	await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
	await keyboard.press('Enter')
	await tabTo(page, page.getByRole('radio', { name: 'Negro' }))
	await keyboard.press('ArrowRight')
	await expect(page.getByRole('radio', { name: 'Rosado' })).toBeChecked()
	await tabTo(page, shop.addButton)
	await keyboard.press('Enter')
	await expect(shop.dropdown).toBeVisible()
	await tabTo(page, shop.dropdown.getByRole('link', { name: 'Ir al carrito' }))
	await keyboard.press('Enter')
	await expect(page).toHaveURL('/carrito')

	await tabTo(page, page.getByRole('link', { name: 'Ir a pagar' }))
	await keyboard.press('Enter')
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
	await tabTo(page, page.getByLabel('Correo electrónico'))
	await keyboard.type(customer.email)
	await keyboard.press('Tab')
	await keyboard.type(customer.password)
	await keyboard.press('Enter')
	await expect(page).toHaveURL('/pago')

	await expect(shop.checkout.address).toBeVisible()
	await tabTo(page, shop.checkout.address)
	await keyboard.type('apoquindo 4501')
	await expect(page.getByRole('option').first()).toBeVisible()
	await keyboard.press('ArrowDown')
	await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
	await keyboard.press('Enter')
	await expect(shop.checkout.address).toHaveValue('Avenida Apoquindo 4501, Las Condes')
	await expect(shop.checkout.amount('Despacho')).toHaveText('$3.500')
	await tabTo(page, shop.checkout.phone)
	await keyboard.type('987654321')
	await tabTo(page, page.getByRole('radio', { name: /^Pago en línea/ }))
	await keyboard.press('ArrowDown')
	await keyboard.press('ArrowDown')
	await expect(page.getByRole('radio', { name: /^Efectivo/ })).toBeChecked()
	await tabTo(page, shop.checkout.confirmButton)
	await keyboard.press('Enter')
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	expect((await api.ordersOf(customer))[0]).toMatchObject({ total: 63_480, metodo_pago: 'efectivo' })
})

test('a removed button leaves the focus at the next content', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	await api.editProfile(customer, { direccion: 'Moneda 970, Santiago' })
	await shop.arriveWith({ customer, cart: [line('Rosado'), line('Negro'), line('Blanco')] })
	await shop.open('/')
	await shop.cartButton().click()
	await shop.cartLine('Blanco', shop.dropdown).getByRole('button', { name: 'Eliminar' }).press('Enter')
	await expect(shop.dropdown.getByRole('heading')).toBeFocused()
	await expect(page.getByRole('status').filter({ hasText: 'Blanco eliminado' })).toHaveCount(1)

	await shop.open('/carrito')
	await shop.cartLine('Negro').getByRole('button', { name: 'Quitar uno' }).press('Enter')
	await expect(shop.heading('Tu carrito')).toBeFocused()
	await expect(page.getByRole('status').filter({ hasText: 'Negro eliminado' })).toHaveCount(1)

	await shop.open('/pago')
	await page.getByRole('button', { name: 'Usar mi dirección' }).press('Enter')
	await expect(shop.checkout.address).toBeFocused()
	await page.getByRole('button', { name: 'Editar' }).press('Enter')
	const less = shop.cartLine('Rosado', page.getByRole('main')).getByRole('button', { name: 'Quitar uno' })
	await expect(less).toBeFocused()
	await less.press('Enter')
	await expect(shop.heading('Tu carrito está vacío.')).toBeFocused()
})

test('a left form returns the focus', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer })
	await shop.open('/perfil')
	const data = page.getByRole('region', { name: 'Tus datos' })
	await data.getByRole('button', { name: 'Editar' }).press('Enter')
	await data.getByRole('button', { name: 'Cancelar' }).press('Enter')
	await expect(data.getByRole('button', { name: 'Editar' })).toBeFocused()

	await shop.open('/forgot-password')
	await page.getByLabel('Correo electrónico').fill(customer.email)
	await page.getByRole('button', { name: 'Enviar enlace' }).press('Enter')
	await expect(shop.heading('Revisa tu correo')).toBeFocused()
})

test.describe('the dialogs and forms of the profile', () => {
	test('move the focus to the password form, and back when it is cancelled or saved', async ({ shop, api, page }) => {
		const customer = await api.aCustomer()
		await shop.arriveWith({ customer })
		await shop.open('/perfil')
		const change = page.getByRole('button', { name: 'Cambiar contraseña' })
		const current = page.getByLabel('Contraseña actual')
		await change.press('Enter')
		await expect(current).toBeFocused()
		await page.getByRole('button', { name: 'Cancelar' }).press('Enter')
		await expect(change).toBeFocused()
		await change.press('Enter')
		await current.fill(customer.password)
		await page.getByLabel('Nueva contraseña').fill('una-clave-nueva')
		await page.getByLabel('Repetir contraseña').fill('una-clave-nueva')
		await page.getByRole('button', { name: 'Guardar contraseña' }).press('Enter')
		await expect(page.getByText('Tu contraseña quedó guardada.')).toBeVisible()
		await expect(change).toBeFocused()
	})

	test('move the focus to the list of sessions when one of them is ended', async ({ shop, api, page }) => {
		const customer = await api.aCustomer()
		await api.logIn(customer.email, customer.password)
		await shop.arriveWith({ customer })
		await shop.open('/perfil')
		const end = page.getByRole('button', { name: /^Cerrar la sesión de / })
		await end.press('Enter')
		await expect(end).toHaveCount(0)
		await expect(page.getByRole('heading', { name: 'Sesiones abiertas' })).toBeFocused()
	})

	test('move the focus to the dialog that deletes the account, and back when it is cancelled', async ({
		shop,
		api,
		page,
	}) => {
		await shop.arriveWith({ customer: await api.aCustomer() })
		await shop.open('/perfil')
		const remove = page.getByRole('button', { name: 'Eliminar mi cuenta' })
		await remove.press('Enter')
		await expect(page.getByLabel('Contraseña actual')).toBeFocused()
		await page.getByRole('button', { name: 'Conservar mi cuenta' }).press('Enter')
		await expect(remove).toBeFocused()
	})
})
