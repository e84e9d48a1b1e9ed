import { expect, test } from '#tests/journeys/test.ts'

test('a screen whose code failed to load is shown at the next visit', async ({ shop, page, troubles }) => {
	troubles.allow(/Failed to load resource|Failed to fetch dynamically imported module|Minified React error #422/)
	await page.route(/assets\/login-.*js/, (route) => route.abort())
	await shop.open('/carrito')
	const header = page.getByRole('banner')
	const toLogin = async () => {
		await header.getByRole('button', { name: 'Menú', exact: true }).click()
		await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Iniciar sesión' }).click()
	}
	// The screen is loaded once more as a document, which fails too.
	const secondTry = page.waitForEvent('load')
	await toLogin()
	await secondTry
	await expect(shop.heading('Algo falló de nuestro lado')).toBeVisible()

	await page.unroute(/assets\/login-.*js/)
	const newPage = page.waitForEvent('load')
	await page.getByRole('main').getByRole('link', { name: 'Volver al inicio' }).click()
	await newPage
	await shop.untilHydrated()
	await expect(shop.heading('Premium Shaker Electric 650 ML')).toBeVisible()
	await toLogin()
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
})

test('a screen whose code fails to load offline says so, and is shown when online again', async ({
	shop,
	page,
	context,
	troubles,
}) => {
	// Background requests of the page may fail while offline.
	troubles.allow(
		/Failed to load resource|Failed to fetch dynamically imported module|Unable to preload CSS|0 sin_conexion/,
	)
	await shop.open('/forgot-password')
	await context.setOffline(true)
	await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
	await expect(shop.heading('No tienes conexión')).toBeVisible()
	await context.setOffline(false)
	await page.getByRole('button', { name: 'Reintentar' }).click()
	await expect(shop.heading('Iniciar Sesión')).toBeVisible()
})

test('a unit added while the code of Home failed to load is added by a server-rendered page', async ({
	shop,
	page,
	troubles,
}) => {
	troubles.allow(/Failed to load resource/)
	const code = /assets\/entry-client-.*js/
	const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
	await page.route(code, (route) => route.abort())
	await page.goto('/')
	await failed
	await page.unroute(code)
	const newPage = page.waitForEvent('load')
	await shop.addButton.click()
	await newPage
	await expect(shop.cartLine('Negro', shop.dropdown)).toBeVisible()
	await expect(page).toHaveURL('/')
})
