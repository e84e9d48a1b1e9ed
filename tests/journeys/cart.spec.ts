import { line } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a unit added to the cart opens the dropdown, which counts, removes and links to the cart', async ({
	shop,
	page,
}) => {
	await shop.open('/')
	await shop.addToCart('Negro')
	await expect(shop.dropdown).toBeVisible()
	await shop.dropdown.getByRole('button', { name: 'Seguir comprando' }).click()
	await expect(shop.dropdown).toBeHidden()
	await shop.addToCart('Negro')
	await shop.expectBadge(2)
	await shop.dropdown.getByRole('button', { name: 'Seguir comprando' }).click()
	await shop.addToCart('Rosado')
	await shop.expectBadge(3)
	await expect(shop.dropdown.getByRole('listitem')).toHaveCount(2)
	await expect(shop.dropdown).toContainText('$89.970')
	expect(await shop.cart()).toEqual([
		expect.objectContaining({ ...line('Negro', 2), imagen: expect.stringMatching(/^\//) }),
		expect.objectContaining({ ...line('Rosado'), imagen: expect.stringMatching(/^\//) }),
	])
	await shop.cartLine('Rosado', shop.dropdown).getByRole('button', { name: 'Eliminar' }).click()
	await expect(shop.dropdown.getByRole('listitem')).toHaveCount(1)
	await shop.dropdown.getByRole('link', { name: 'Ir al carrito' }).click()
	await expect(page).toHaveURL('/carrito')
	await expect(shop.dropdown).toBeHidden()
})

test('the cart page changes quantities and empties the cart', async ({ shop, page }) => {
	await shop.arriveWith({ cart: [line('Celeste'), line('Blanco', 2)] })
	await shop.open('/carrito')
	const celeste = shop.cartLine('Celeste')
	const summary = page.getByRole('region', { name: 'Resumen' })
	await expect(celeste).not.toContainText('c/u')
	await celeste.getByRole('button', { name: 'Agregar uno' }).click()
	await expect(celeste.getByRole('status')).toHaveText('2')
	await expect(celeste).toContainText('$59.980$29.990 c/u')
	await expect(summary).toContainText('$119.960')
	await celeste.getByRole('button', { name: 'Quitar uno' }).click()
	await celeste.getByRole('button', { name: 'Quitar uno' }).click()
	await expect(celeste).toHaveCount(0)
	await expect(summary).toContainText('$59.980')
	await shop.cartLine('Blanco').getByRole('button', { name: 'Eliminar' }).click()
	await expect(page.getByRole('main').getByText('Tu carrito está vacío.')).toBeVisible()
	await shop.expectBadge(0)
	await page.reload()
	await expect(page.getByRole('main').getByText('Tu carrito está vacío.')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Seguir comprando' }).click()
	await expect(page).toHaveURL('/')
})

test('the cart limits quantities to the stock', async ({ shop, api, page }) => {
	const units = await api.stockOf('Celeste')
	await shop.arriveWith({ cart: [line('Celeste', units - 1), line('Negro')] })
	await shop.open('/carrito')
	const add = shop.cartLine('Celeste').getByRole('button', { name: 'Agregar uno' })
	await add.click()
	await shop.expectBadge(units + 1)
	const below = shop.cartLine('Negro')
	const before = await below.boundingBox()
	await add.click()
	const refusal = shop.alert('No hay stock suficiente para este color.')
	await expect(shop.cartLine('Celeste').getByRole('alert')).toBeInViewport({ ratio: 1 })
	await expect(refusal).toHaveCount(1)
	expect(await below.boundingBox(), 'the message moved the next line').toEqual(before)
	await shop.expectBadge(units + 1)

	// The message disappears with the next action.
	await shop.cartLine('Celeste').getByRole('button', { name: 'Quitar uno' }).click()
	await expect(page.getByRole('alert')).toHaveCount(0)
	await add.click()
	await shop.expectBadge(units + 1)

	await shop.open('/')
	await shop.chooseColor('Celeste')
	const button = await shop.addButton.boundingBox()
	await shop.addButton.click()
	await expect(shop.alert('Sin stock suficiente para Celeste.')).toBeInViewport({ ratio: 1 })
	expect(await shop.addButton.boundingBox(), 'the message moved the button').toEqual(button)
	await expect(shop.dropdown).toBeHidden()
	await shop.expectBadge(units + 1)
	await shop.chooseColor('Negro')
	await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a sold-out colour cannot be chosen, and its button says so', async ({ shop, page }) => {
	await page.route('**/api/products/*/availability', (route) =>
		route.fulfill({ json: { stock: { Blanco: 3, Celeste: 0, Negro: 0, Rosado: 1 } } }),
	)
	await shop.arriveWith({ cart: [line('Celeste')] })
	await shop.open('/')
	await shop.cartButton().click()
	await expect(shop.cartLine('Celeste', shop.dropdown)).toContainText('Sin stock')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('radio', { name: 'Celeste' })).toBeDisabled()
	await expect(shop.addButton).toHaveText('Sin stock')
	await expect(shop.addButton).toBeDisabled()
	await shop.chooseColor('Rosado')
	await expect(page.getByText('Queda 1', { exact: true })).toBeVisible()
	await expect(shop.addButton).toBeEnabled()
})

test('two tabs show the same cart', async ({ shop, context }) => {
	await shop.open('/')
	const other = new ShopPage(await context.newPage())
	await other.open('/carrito')
	await shop.addToCart('Negro')
	await expect(other.cartLine('Negro')).toBeVisible()
	await other.expectBadge(1)
	await other.cartLine('Negro').getByRole('button', { name: 'Agregar uno' }).click()
	await shop.expectBadge(2)
	await other.cartLine('Negro').getByRole('button', { name: 'Eliminar' }).click()
	await shop.expectBadge(0)
	await expect(shop.dropdown).toContainText('Tu carrito está vacío.')
	await expect(shop.dropdown).not.toContainText('Total')
	await expect(shop.dropdown.getByRole('link', { name: 'Ir al carrito' })).toHaveCount(0)
})

test('a change on the cart page is stored with the account, and an empty browser overwrites no stored cart', async ({
	shop,
	api,
	page,
}) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Celeste')] })
	await shop.open('/carrito')
	// Waits for the answer: leaving the page earlier shows that the cart was not stored.
	const keeps = page.waitForResponse((response) => response.request().postData()?.includes('"cantidad":2') ?? false)
	await shop.cartLine('Celeste').getByRole('button', { name: 'Agregar uno' }).click()
	await (await keeps).finished()
	expect(await api.storedCartOf(customer)).toEqual([expect.objectContaining({ cantidad: 2 })])
	await page.goto('/salud/vivo')
	await page.evaluate(() => localStorage.removeItem('carrito'))
	const kept: string[] = []
	page.on('request', (request) => {
		if (request.url().includes('/api/perfil/carrito/')) kept.push(request.method())
	})
	await page.clock.install()
	// Lets the page's own calls finish first: a skipped minute exceeds their timeout.
	const answered = [/\/availability$/, '**/api/cart/refresh/'].map((path) => page.waitForResponse(path))
	await shop.open('/carrito')
	await expect(shop.heading('Tu carrito está vacío.')).toBeVisible()
	await page.clock.runFor(1_000)
	for (const answer of await Promise.all(answered)) await answer.finished()
	await page.clock.runFor(60_000)
	expect(kept).not.toContain('PUT')
	expect(await api.storedCartOf(customer)).toHaveLength(1)
})

test('a stored cart that is no JSON is ignored without an error', async ({ shop, page }) => {
	await page.goto('/salud/vivo')
	await page.evaluate(() => localStorage.setItem('carrito', '{no'))
	await shop.open('/carrito')
	await expect(page.getByRole('main').getByText('Tu carrito está vacío.')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Seguir comprando' }).click()
	await shop.addToCart('Negro')
	await shop.expectBadge(1)
	expect(await shop.cart()).toHaveLength(1)
})

test('the cart has no limits when the stock is unknown', async ({ shop, page, troubles }) => {
	troubles.allow(/net::ERR_FAILED|stock could not be loaded|prices could not be refreshed/)
	await page.route('**/api/**', (route) => route.abort())
	await shop.arriveWith({ cart: [line('Negro')] })
	await shop.open('/carrito')
	await shop.cartLine('Negro').getByRole('button', { name: 'Agregar uno' }).click()
	await shop.expectBadge(2)
})
