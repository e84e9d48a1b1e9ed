import { expect, test } from '#tests/journeys/test.ts'

const pages = [
	['/', 'Premium Shaker Electric 650 ML'],
	['/carrito', 'Carrito'],
	['/login', 'Iniciar Sesión'],
	['/politicas', 'Políticas'],
] as const

test('a browser below the supported versions shows the page, its links and the versions', async ({ shop, page }) => {
	await page.addInitScript(() => {
		for (const name of ['showPopover', 'hidePopover', 'togglePopover', 'popover']) {
			Reflect.deleteProperty(HTMLElement.prototype, name)
		}
	})
	for (const [path, heading] of pages) {
		await page.goto(path)
		await expect(page.getByRole('alert')).toContainText('Chrome 131, Firefox 132, Safari 18.1')
		await expect(shop.heading(heading)).toBeVisible()
	}
	await page.goto('/')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Preguntas frecuentes' }).click()
	await expect(page).toHaveURL(/#preguntas-frecuentes/)
	await page.goto('/login')
	await page.getByRole('link', { name: 'Registrarse' }).click()
	await expect(shop.heading('Crea tu cuenta')).toBeVisible()
})

test('a failure of the shell keeps the page and its links', async ({ shop, page, troubles }) => {
	troubles.allow(/missing call/)
	await page.addInitScript(() => {
		HTMLElement.prototype.hidePopover = () => {
			throw new Error('missing call')
		}
	})
	for (const [path, heading] of pages) {
		await page.goto(path)
		await expect(page.getByRole('alert')).toContainText('Chrome 131, Firefox 132, Safari 18.1')
		await expect(shop.heading(heading)).toBeVisible()
	}
	await page.goto('/login')
	await page.getByRole('link', { name: 'Registrarse' }).click()
	await expect(shop.heading('Crea tu cuenta')).toBeVisible()
})

test('what was filled in before hydration stays when an extension put nodes beside the fields', async ({
	shop,
	page,
	troubles,
}) => {
	troubles.allow(/a part of the page was rendered again|status of 401/)
	const typed = {
		'/login': { username: 'ana@correo.cl', password: 'Clave-larga-123' },
		'/register': { first_name: 'Ana', last_name: 'Soto', email: 'ana@correo.cl', password: 'Clave-larga-123' },
	}
	for (const [path, values] of Object.entries(typed)) {
		const { promise: released, resolve: release } = Promise.withResolvers<void>()
		await page.route(/\/assets\/.*\.js/, async (route) => {
			await released
			await route.continue()
		})
		await page.goto(path, { waitUntil: 'commit' })
		await page.locator('form input').first().waitFor()
		await page.evaluate(() => {
			for (const field of document.querySelectorAll('form input')) field.after(document.createElement('llavero-boton'))
			document.body.append(document.createElement('llavero-lateral'))
		})
		for (const [name, value] of Object.entries(values)) await page.locator(`form [name="${name}"]`).fill(value)
		if (path === '/register') await page.locator('form [type=checkbox]').check()
		release()
		await expect(page.locator('form llavero-boton')).toHaveCount(0)
		for (const [name, value] of Object.entries(values)) {
			await expect(page.locator(`form [name="${name}"]`)).toHaveValue(value)
		}
		if (path === '/register') await expect(page.locator('form [type=checkbox]')).toBeChecked()
		await page.unroute(/\/assets\/.*\.js/)
	}
	await page.goto('/login')
	await shop.untilHydrated()
})

test('an address that the router cannot read shows the page of what is not found', async ({
	shop,
	shopProcess,
	page,
	troubles,
}) => {
	troubles.allow(/status of 404|could not be decoded/)
	for (const path of ['//?fbclid=abc', '//carrito', '/login//', '/descuento-50%']) {
		await page.goto(shopProcess.url + path)
		await shop.untilHydrated()
		await expect(shop.heading('Aquí no hay nada que batir')).toBeVisible()
	}
	await page.getByRole('main').getByRole('link', { name: 'Volver al inicio' }).click()
	await expect(shop.heading('Premium Shaker Electric 650 ML')).toBeVisible()
})
