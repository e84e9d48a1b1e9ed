import { builtInColors, firstColor } from '#modules/catalog/colors.ts'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

// A screen shows the stock, which orders of other files would reduce.
// The policies name who gets data, without tax documents only companies of the specification.
test.use({ shopOf: 'accessibility/browsing', shopSettings: { TAX_DOCUMENTS: 'none' } })

test('Home passes the accessibility checks in each of its four colours', async ({ shop, page }) => {
	await shop.open('/')
	for (const color of builtInColors) {
		await shop.chooseColor(color)
		await expect(page.locator('html')).toHaveAttribute('data-color', color.toLowerCase())
		await expectAccessible(page, `home-${color.toLowerCase()}`, color === firstColor ? undefined : ['color-contrast'])
	}
})

test('the cart dropdown, the menu and the messages over Home pass the accessibility checks', async ({
	shop,
	page,
	api,
}) => {
	const units = await api.stockOf('Negro')
	await shop.arriveWith({ cart: [line('Negro', units), line('Rosado')] })
	await shop.open('/')
	await shop.cartButton().click()
	await expect(shop.dropdown).toBeVisible()
	await expectAccessible(page, 'over-dropdown')
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Menú', exact: true }).click()
	await expectAccessible(page, 'over-menu')
	await page.keyboard.press('Escape')
	await shop.addButton.click()
	await expect(shop.alert('Sin stock suficiente para Negro.')).toBeVisible()
	await expectAccessible(page, 'over-message')
})

test('a sold-out colour passes the accessibility checks', async ({ shop, page }) => {
	await page.route('**/api/products/*/availability', (route) =>
		route.fulfill({ json: { stock: { Blanco: 3, Celeste: 0, Negro: 0, Rosado: 1 } } }),
	)
	// What modules offer for such a colour is checked beside them.
	await page.route('/', async (route) => {
		const response = await route.fetch()
		const body = (await response.text()).replace('"avisar_stock":true', '"avisar_stock":false')
		await route.fulfill({ response, body })
	})
	await shop.open('/')
	await shop.cartButton().click()
	await page.keyboard.press('Escape')
	await expect(shop.addButton).toBeDisabled()
	await expectAccessible(page, 'home-sold-out')
})

test('the cart page passes the accessibility checks, full and empty', async ({ shop, page }) => {
	await shop.open('/carrito')
	await expectAccessible(page, 'cart-empty')
	await shop.arriveWith({ cart: [line('Negro', 400), line('Rosado'), line('Celeste', 3)] })
	await shop.open('/carrito')
	await expect(shop.cartLine('Negro')).toContainText(/Quedan solo/)
	await expectAccessible(page, 'cart')
})

test('the cart page passes the accessibility checks as a link to buy opens it', async ({ shop, page }) => {
	await shop.arriveWith({ cart: [line('Rosado')] })
	await shop.open('/comprar/PREM-SHAKER-650-NEGRO:2,SKU-1:1')
	const question = page.getByRole('alertdialog')
	await expect(question).toBeVisible()
	await expectAccessible(page, 'over-link-question')
	await question.getByRole('button', { name: 'Agregar', exact: true }).click()
	await expect(page.getByRole('alert')).toBeVisible()
	await expectAccessible(page, 'over-link-problem')
})

test('the terms and policies pass the accessibility checks', async ({ shop, page }) => {
	await shop.open('/')
	await page.getByRole('link', { name: 'Términos y políticas completos' }).click()
	await expect(page).toHaveURL('/politicas')
	await expect(page.getByRole('heading', { level: 1, name: 'Términos y políticas' })).toBeVisible()
	await expect(page.getByRole('region', { name: 'Quién vende' })).toContainText('76.192.083-9')
	await expect(page.getByRole('region', { name: 'Privacidad' })).toContainText('Ley 21.719')
	await expectAccessible(page, 'policies')
})

test('the page of an unknown address passes the accessibility checks', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 404/)
	await shop.open('/no-existe')
	await expectAccessible(page, 'not-found')
})
