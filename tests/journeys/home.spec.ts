import type { Route } from '@playwright/test'
import { dayIn } from '#core/rules/times.ts'
import { expect, test } from '#tests/journeys/test.ts'

const facts = ['650 ml', 'Tritan + ABS + PP', '200 mm x 92 mm', 'USB', 'Libre de BPA']

test.describe('Home without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('shows name, price, colours, stock and specifications', async ({ shop, page }) => {
		await page.goto('/')
		await expect(shop.heading('Premium Shaker Electric 650 ML')).toBeVisible()
		await expect(page.getByText('$29.990').first()).toBeVisible()
		await expect(page.getByRole('radio', { name: 'Negro' })).toBeChecked()
		await expect(shop.addButton).toHaveText('Agregar al carrito')
		await expect(page.getByText(/^Para comprar en esta página activa JavaScript\./)).toBeVisible()
		await expect(page.getByRole('link', { name: 'hola@premiumshaker.cl' }).first()).toBeVisible()
		await expect(page.getByRole('link', { name: /^WhatsApp/ }).first()).toHaveAttribute(
			'href',
			/^https:\/\/wa\.me\/569/,
		)
		const contact = page.getByRole('region', { name: 'Contacto' })
		await expect(contact.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', /^https:\/\/wa\.me\/569/)
		// A shield, not a return arrow.
		const guarantee = page.getByRole('listitem').filter({ hasText: '10 días para arrepentirte' })
		await expect(guarantee.locator('path')).toHaveAttribute('d', /^M12 3\.5 5 6v5\.5/)
		const list = page.getByRole('region', { name: 'Especificaciones' })
		for (const fact of facts) await expect(list.getByText(fact, { exact: true })).toBeVisible()
		await expect(page.getByRole('link', { name: 'Preguntas frecuentes' }).first()).toBeVisible()
	})

	test('contains price and availability as structured data', async ({ page }) => {
		const answer = await page.goto('/')
		const html = (await answer?.text()) ?? ''
		expect(html).toContain('29990')
		expect(html).toMatch(/schema\.org\/InStock/)
	})
})

test('a chosen colour changes image and address, and is the one added to the cart', async ({ shop, page }) => {
	await shop.open('/')
	await expect(page.getByRole('radio', { name: 'Negro' })).toBeChecked()
	await shop.chooseColor('Rosado')
	await expect(page.getByRole('group', { name: /^Color/ })).toContainText('Rosado')
	await expect(page).toHaveURL(/rosado/)
	await page.reload()
	await shop.untilHydrated()
	await expect(page.getByRole('radio', { name: 'Rosado' })).toBeChecked()
	await shop.addButton.click()
	await expect(shop.cartLine('Rosado', shop.dropdown)).toBeVisible()
})

test('the colour buttons stay in place when one colour has few units left', { tag: '@both-widths' }, async ({
	shop,
	page,
}) => {
	await page.route('**/api/products/*/availability', (route) =>
		route.fulfill({ json: { stock: { Blanco: 25, Celeste: 3, Negro: 25, Rosado: 25 } } }),
	)
	await shop.open('/')
	const swatch = page.getByRole('radio', { name: 'Rosado' })
	const before = await swatch.boundingBox()
	await shop.chooseColor('Celeste')
	await expect(page.getByText('Quedan 3')).toBeVisible()
	expect(await swatch.boundingBox()).toEqual(before)
})

/** Layout Instability API, which TypeScript's DOM does not have. */
interface LayoutShift extends PerformanceEntry {
	readonly sources: readonly {
		readonly node: Node | null
		readonly previousRect: DOMRect
		readonly currentRect: DOMRect
	}[]
}

test('Home loads without layout shift', { tag: '@both-widths' }, async ({ shop, page }) => {
	const delayed: Route[] = []
	let isDelayed = true
	await page.route(/hero-negro.*avif|woff2/, async (route) => {
		if (isDelayed) delayed.push(route)
		else await route.continue()
	})
	await page.addInitScript(() => {
		const moved: string[] = []
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as LayoutShift[]) {
				for (const { node, previousRect, currentRect } of entry.sources) {
					const moves = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join(' '))
					moved.push(`${(node as Element | null)?.outerHTML?.slice(0, 80) ?? node?.nodeValue}: ${moves.join(' → ')}`)
				}
			}
		}).observe({ type: 'layout-shift', buffered: true })
		Object.assign(window, { moved })
	})
	await page.goto('/', { waitUntil: 'commit' })
	await expect.poll(() => delayed.length).toBeGreaterThan(1)

	isDelayed = false
	for (const route of delayed) await route.continue()
	await shop.untilHydrated()
	await page.evaluate(() => document.fonts.ready)
	expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
})

test('an address with a fragment scrolls to its part of Home', async ({ shop, page }) => {
	await shop.open('/#preguntas-frecuentes')
	await expect(page.locator('#preguntas-frecuentes')).toBeInViewport()
})

test('the menu lists the actions of a visitor, and those of a customer', { tag: '@both-widths' }, async ({
	shop,
	api,
	page,
}) => {
	await shop.open('/carrito')
	const menu = page.getByRole('navigation', { name: 'Menú' })
	await page.getByRole('button', { name: 'Menú', exact: true }).click()
	await expect(menu.getByRole('listitem')).toHaveText(['Inicio', 'Iniciar sesión', 'Ver carrito'])
	await page.keyboard.press('Escape')
	await expect(menu).toBeHidden()

	await shop.arriveWith({ customer: await api.aCustomer() })
	await shop.open('/carrito')
	await page.getByRole('button', { name: 'Menú', exact: true }).click()
	await expect(menu.getByRole('listitem')).toHaveText(['Perfil', 'Carrito', 'Cerrar sesión'])
	await menu.getByRole('button', { name: 'Cerrar sesión' }).click()
	await expect(page).toHaveURL('/login')
	expect(await page.evaluate(() => ['access_token', 'refresh_token'].filter((key) => key in localStorage))).toEqual([])
})

test('the feed shows ten posts that open in another tab', async ({ shop, api, page }) => {
	await expect.poll(() => api.feedPosts(), { timeout: 30_000 }).toBe(10)
	await shop.open('/')
	const posts = page.locator('a[target="_blank"]', { has: page.locator('img') })
	await expect(posts).toHaveCount(10)
	for (const post of await posts.all()) await expect(post).toHaveAttribute('rel', /noopener|noreferrer/)
})

test('the footer links to existing sections', async ({ shop, page }) => {
	await shop.open('/carrito')
	const footer = page.getByRole('contentinfo')
	await expect(footer).toContainText(dayIn(new Date()).slice(0, 4))
	for (const [name, id] of [
		['Políticas', 'politicas'],
		['Contacto', 'contacto'],
		['Preguntas frecuentes', 'preguntas-frecuentes'],
	] as const) {
		await footer.getByRole('link', { name }).click()
		await expect(page).toHaveURL(`/#${id}`)
		await expect(page.locator(`#${id}`)).toBeInViewport()
	}
})

test('the footer keeps the chosen colour on Home and moves the keyboard focus', async ({ shop, page }) => {
	await shop.open('/?color=celeste')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Políticas' }).click()
	await expect(page).toHaveURL('/?color=celeste#politicas')
	const policies = page.locator('#politicas')
	await expect(policies).toBeInViewport()
	await expect(policies).toBeFocused()
	await expect(page.getByRole('radio', { name: 'Celeste' })).toBeChecked()
})

test('an address gives the same page in the browser and on the server', async ({ shop, page, troubles }) => {
	troubles.allow(/Failed to load resource/)
	await shop.open('/CARRITO')
	await expect(shop.heading('Aquí no hay nada que batir')).toBeVisible()
	await shop.open('/?color=celeste&color=rosado')
	await expect(page.getByRole('radio', { name: 'Negro' })).toBeChecked()
})

test.describe('the carousel with motion', () => {
	test.use({ contextOptions: { reducedMotion: 'no-preference' } })

	test('advances automatically, loops, and can be stopped', async ({ shop, page }) => {
		await page.clock.install()
		await shop.open('/')
		const carousel = page.getByRole('region', { name: 'El shaker en tu día' })
		const shown = carousel.getByRole('figure')
		await expect(shown).toContainText('Antes de salir.')
		await page.clock.fastForward(6_100)
		await expect(shown).toContainText('Entre series.')
		await page.clock.fastForward(6_100)
		await expect(shown).toContainText('Antes de salir.')
		await carousel.getByRole('button', { name: 'Pausar carrusel' }).click()
		await page.clock.fastForward(7_000)
		await expect(shown).toContainText('Antes de salir.')
		await carousel.getByRole('button', { name: 'Lámina siguiente' }).click()
		await expect(shown).toContainText('Entre series.')
	})
})

test('Home makes no formatter of numbers or dates while it loads', async ({ shop, page }) => {
	await page.addInitScript(() => {
		const made: string[] = []
		Object.assign(window, { made })
		for (const name of ['NumberFormat', 'DateTimeFormat'] as const) {
			const Original = Intl[name]
			const watched = new Proxy(Original, {
				construct(target, values, itself) {
					made.push(name)
					return Reflect.construct(target, values, itself)
				},
			})
			Object.defineProperty(Intl, name, { value: watched })
		}
	})
	await shop.open('/')
	await expect(shop.addButton).toBeEnabled()
	await page.waitForFunction(() => document.readyState === 'complete')
	expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual([])
})
