import sharp from 'sharp'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, ownersShop, test } from '#tests/journeys/test.ts'

test.use({ shopSettings: ownersShop })
test.slow()

/** A phone photo: an object on a background. */
async function aPhotoOf(color: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
	const bottle = { create: { width: 700, height: 1900, channels: 3 as const, background: color } }
	const buffer = await sharp({ create: { width: 1800, height: 2400, channels: 3, background: '#d9d4ca' } })
		.composite([{ input: await sharp(bottle).png().toBuffer() }])
		.jpeg()
		.toBuffer()
	return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
}

test('the owner adds a fifth colour with a photo, and it can be ordered', async ({ page, api, browser, troubles }) => {
	troubles.allow(/422/)
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=productos')
	const { section } = staff
	await section.getByText('Agregar un color').click()
	const form = section.getByRole('form', { name: 'Nuevo color' })
	const add = form.getByRole('button', { name: 'Agregar color' })
	await form.getByLabel('Nombre del color').fill('verde 2')
	await add.click()
	await expect(form.getByLabel('Nombre del color')).toHaveAccessibleDescription(/mayúscula inicial/)
	await expect(form.getByLabel('Precio ($)')).toHaveAccessibleDescription('Escribe el precio en pesos, sin decimales.')
	await expect(form.getByLabel('Nombre del color')).toBeFocused()
	await form.getByLabel('Nombre del color').fill('Menta')
	await form.getByLabel('Muestra').fill('#3f9d77')
	await form.getByLabel('Precio ($)').fill('31.990')
	await form.getByLabel('Unidades en stock').fill('7')
	await add.click()
	const card = section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Menta', exact: true }) })
	await expect(card).toContainText('Aún no se ve en la tienda: falta su foto.')
	await expect(form.getByLabel('Nombre del color')).toHaveValue('')

	const tiny = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
		.jpeg()
		.toBuffer()
	await card.getByLabel('Poner foto de Menta').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: tiny })
	await card.getByRole('button', { name: 'Usar esta foto para Menta' }).click()
	await expect(card.getByRole('alert')).toContainText('muy pequeña', { timeout: 60_000 })
	await card.getByRole('button', { name: 'No usarla' }).click()
	await card.getByLabel('Poner foto de Menta').setInputFiles(await aPhotoOf('#3f9d77'))
	await card.getByRole('button', { name: 'Usar esta foto para Menta' }).click()
	await expect(card).toContainText('La tienda muestra tu foto.', { timeout: 60_000 })
	await expectAccessible(page, 'staff-colors')

	const visitor = await browser.newPage()
	const shop = new ShopPage(visitor)
	await expect(async () => {
		await visitor.goto('/?color=menta')
		await expect(visitor.locator('html')).toHaveAttribute('data-color', 'menta', { timeout: 2000 })
	}).toPass({ timeout: 90_000 })
	await expect(visitor.getByRole('radio')).toHaveCount(5)
	await expect(visitor.getByRole('radio', { name: 'Menta' })).toBeChecked()
	await expect(visitor.getByText('$31.990').first()).toBeVisible()
	const hero = visitor.getByRole('img', { name: 'Premium Shaker eléctrico de 650 ml, color menta' }).first()
	await expect.poll(() => hero.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeGreaterThan(0)
	await expectAccessible(visitor, 'home-menta')
	await shop.addToCart('Menta')
	await shop.expectBadge(1)
	await visitor.goto('/carrito')
	await expect(shop.cartLine('Menta')).toContainText('$31.990')
	const small = shop.cartLine('Menta').getByRole('img').or(shop.cartLine('Menta').locator('img')).first()
	await expect
		.poll(() => small.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
		.toBeGreaterThan(0)
	await visitor.close()

	await card.getByRole('button', { name: 'Quitar foto de Menta' }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
	await expect(card).toContainText('Aún no se ve en la tienda')
})
