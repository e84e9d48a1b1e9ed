import type { Locator } from '@playwright/test'
import { line } from '#tests/journeys/shop-api.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { StaffPage, sections } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** An order of a server with the specified fields alone; this one has no state either. */
const bareOrder = {
	id: 7,
	nro_orden: 1007,
	total: 29_990,
	metodo_pago: 'transferencia',
	user: 3,
	direccion: ',',
	created_at: '2026-11-01T12:00:00Z',
	carrito: [{ nombre: 'Premium Shaker', color: 'Negro', precio: 29_990, cantidad: 1, imagen: '' }],
	comprobantes: ['transferencia.webp'],
	comprobantes_descarga: ['/api/comprobantes/x'],
}

async function edges(part: Locator): Promise<{ left: number; right: number }> {
	const box = await part.boundingBox()
	if (!box) throw new Error('it is not shown')
	return { left: box.x, right: box.x + box.width }
}

test('every section of the panel is one or two presses away on a phone, and inside the window', {
	tag: '@phone',
}, async ({ api, page }) => {
	const staff = new StaffPage(page)
	await staff.enter(api)
	const nav = page.getByRole('navigation', { name: 'Secciones del panel' })
	const width = 320
	await page.setViewportSize({ width, height: 640 })
	for (const section of sections) {
		await staff.go(section)
		for (const each of await nav.locator('a:visible, button:visible').all()) {
			expect((await edges(each)).right).toBeLessThanOrEqual(width)
		}
	}
	await staff.go('Órdenes')
	const filters = page.locator('.staff-filters')
	if ((await filters.getAttribute('open')) === null) await filters.locator('summary').click()
	for (const field of await filters.locator('input, select').all()) {
		const { left, right } = await edges(field)
		expect([left >= 0, right <= width]).toEqual([true, true])
	}
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})

test('the panel has the width of the header', async ({ api, page }) => {
	const staff = new StaffPage(page)
	await staff.enter(api)
	const header = page.getByRole('banner')
	for (const width of [1100, 1280]) {
		await page.setViewportSize({ width, height: 900 })
		const first = await edges(header.locator('svg').first())
		const last = await edges(header.getByRole('button', { name: /^Carrito/ }).locator('svg'))
		const nav = await edges(page.getByRole('navigation', { name: 'Secciones del panel' }))
		expect(nav.left).toBeCloseTo(first.left, 0)
		expect((await edges(staff.section)).right).toBeCloseTo(last.right, 0)
	}
})

test('every section begins within 160 px on a phone, and the first order within 330', { tag: '@phone' }, async ({
	api,
	page,
}) => {
	await api.anOrder(await api.aCustomer('Olivia'), { metodo_pago: 'transferencia' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ordenes')
	for (const width of [320, 390]) {
		await page.setViewportSize({ width, height: 844 })
		for (const section of sections) {
			await staff.go(section)
			expect((await staff.section.boundingBox())?.y, `${section}, ${width} px`).toBeLessThanOrEqual(160)
		}
	}
	await staff.go('Órdenes')
	await expect(staff.section.locator('li.fold').first()).toBeVisible()
	expect((await staff.section.locator('li.fold').first().boundingBox())?.y).toBeLessThanOrEqual(330)
})

test('a desktop shows twelve orders and every section of the sidebar', async ({ api, page }) => {
	await api.anOrder(await api.aCustomer('Olivia'), { metodo_pago: 'transferencia' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ordenes')
	const row = staff.section.locator('tbody tr').first()
	await expect(row).toBeVisible()
	const { y = 800, height = 800 } = (await row.boundingBox()) ?? {}
	expect(y + 12 * height).toBeLessThanOrEqual(800)
	const nav = page.getByRole('navigation', { name: 'Secciones del panel' })
	for (const link of await nav.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
})

test('below 1024 px the bar of the panel has menu, logo, account, and a cart that holds something', {
	tag: '@phone',
}, async ({ api, shop, page }) => {
	const staff = new StaffPage(page)
	await staff.enter(api)
	const bar = page.getByRole('banner')
	const account = page.getByRole('button', { name: 'Tu cuenta' })
	await expect(bar.getByRole('button', { name: 'Menú' })).toBeVisible()
	await expect(bar.getByRole('link', { name: 'Premium Shaker' })).toBeVisible()
	await expect(account).toBeVisible()
	await expect(shop.cartButton()).toBeHidden()
	await shop.arriveWith({ cart: [line('Negro', 20)] })
	await page.goto('/perfil?tab=admin&seccion=hoy')
	for (const width of [320, 390, 768, 1000]) {
		await page.setViewportSize({ width, height: 844 })
		const title = page.getByRole('heading', { name: 'Panel de Administrador' })
		const parts = [
			bar.getByRole('button', { name: 'Menú' }),
			bar.getByRole('link', { name: 'Premium Shaker' }),
			title,
			page.getByRole('button', { name: 'Buscar una orden' }),
			bar.getByRole('button', { name: 'Carrito 20 productos' }),
			account,
		]
		for (const part of parts) await expect(part).toBeVisible()
		const places = await Promise.all(parts.map(edges))
		for (const [at, { left }] of places.entries()) {
			expect(left, `part ${at} at ${width} px`).toBeGreaterThanOrEqual((places[at - 1]?.right ?? 0) - 1)
		}
		expect(places.at(-1)?.right).toBeLessThanOrEqual(width)
		expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width} px`).toBe(0)
	}
	await account.click()
	await page.getByRole('button', { name: 'Cerrar sesión' }).click()
	await expect(page).toHaveURL(/\/login$/)
})

test('the head of the panel holds the notice of a closed shop', { tag: '@both-widths' }, async ({ api, page }) => {
	await page.route('**/api/admin_primer_dia/', async (route) => {
		const response = await route.fetch()
		await route.fulfill({ response, json: { ...(await response.json()), cierre: { vuelta: '2026-11-30' } } })
	})
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=hoy')
	const closed = page.getByRole('link', { name: 'Cerrada · lun 30' })
	await expect(closed).toBeVisible()
	if (await staff.isPhone()) await page.setViewportSize({ width: 320, height: 640 })
	const room = await edges(page.locator('.panel-line'))
	const badge = await edges(closed)
	expect(badge.right).toBeLessThanOrEqual(room.right)
})

test('late data of the panel moves nothing on the screen', { tag: '@both-widths' }, async ({ api, page }) => {
	let letThemCome = (): void => undefined
	const held = new Promise<void>((resolve) => {
		letThemCome = resolve
	})
	await page.route('**/api/admin_primer_dia/', async (route) => {
		await held
		await route.continue()
	})
	await page.route('**/api/admin_casos/*', async (route) => {
		await held
		const response = await route.fetch()
		await route.fulfill({ response, json: { ...(await response.json()), count: 128 } })
	})
	// The narrowest phone has the fewest tabs in a row.
	if ((page.viewportSize()?.width ?? 0) < 1000) await page.setViewportSize({ width: 320, height: 640 })
	const staff = new StaffPage(page)
	await staff.enter(api)
	const button = staff.section.getByRole('button', { name: 'Buscar' })
	const before = await button.boundingBox()
	letThemCome()
	await expect(page.getByRole('link', { name: /^Primer día: faltan? \d+ paso/ })).toBeVisible()
	await expect(page.getByRole('link', { name: /^(Casos|Pedidos) 128$/ }).first()).toBeVisible()
	expect(await button.boundingBox()).toEqual(before)
})

test('the code of the panel moves nothing of the account page when it loads', { tag: '@both-widths' }, async ({
	api,
	page,
	shop,
}) => {
	const code = /\/assets\/panel-.{8}\.(js|css)$/
	await page.route(code, () => undefined)
	const tokens = await api.bossSession()
	await shop.arriveWith({ customer: { ...staffLogin, tokens } })
	await page.goto('/perfil?tab=admin')
	const tab = page.getByRole('tab', { name: 'Perfil' }).or(page.getByRole('button', { name: 'Tu cuenta' }))
	await expect(tab).toBeVisible()
	await expect(page.getByText('Cargando panel...')).toBeVisible()
	// In whole pixels: with another load of fonts the title's line is a third of one higher.
	const placeOf = async (part: Locator) => {
		const { x = 0, y = 0 } = (await part.boundingBox()) ?? {}
		return [Math.round(x), Math.round(y)]
	}
	const title = page.getByRole('heading', { name: 'Panel de Administrador' })
	const before = [await placeOf(tab), await placeOf(title)]
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await expect(page.getByRole('navigation', { name: 'Secciones del panel' })).toBeVisible()
	expect([await placeOf(tab), await placeOf(title)]).toEqual(before)
})

test('a button above the list opens a new product with the focus in its first field', async ({ api, page }) => {
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=productos')
	const button = staff.section.getByRole('button', { name: 'Nuevo Producto' })
	const list = staff.section.getByText('PREM-SHAKER-650').or(staff.section.locator('input[value="PREM-SHAKER-650"]'))
	const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
	expect(await top(button)).toBeLessThan(await top(list.first()))
	await expect(page.getByRole('form', { name: 'Nuevo Producto' })).toHaveCount(0)
	await button.click()
	await expect(page.getByRole('form', { name: 'Nuevo Producto' }).getByLabel('Nombre')).toBeFocused()
	await button.click()
	await expect(page.getByRole('form', { name: 'Nuevo Producto' })).toHaveCount(0)
})

test('an order with only the specified fields is readable in profile and panel', {
	tag: '@both-widths',
}, async ({ api, page }) => {
	await page.route('**/api/admin_listar_ordenes/**', (route) => route.fulfill({ json: [bareOrder] }))
	await page.route('**/api/perfil/', async (route) => {
		const answer = await route.fetch()
		await route.fulfill({ json: { ...(await answer.json()), ordenes: [bareOrder] } })
	})
	const staff = new StaffPage(page)
	await staff.enter(api)
	const row = await staff.row(/^#?1007/)
	await expect(row.getByLabel(/^Estado/)).toHaveValue('pendiente')
	await expect(row.getByRole('link', { name: /^Descargar/ })).toHaveAttribute('download', 'transferencia.webp')
	if (await staff.isPhone()) await page.getByRole('button', { name: 'Tu cuenta' }).click()
	await page.getByRole('tablist', { name: 'Tu cuenta' }).getByRole('tab', { name: 'Órdenes' }).click()
	await page.getByRole('button', { name: /1007/ }).click()
	await expect(page.getByText('No Registrada')).toBeVisible()
	await expect(page.getByRole('button', { name: /1007/ })).toContainText(/pendiente/i)
})

test('Buscar repeats the same search, and a customer’s phone links to WhatsApp', async ({ api, page }) => {
	const order = await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo', telefono: '987650001' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	const isSearch = `nro_orden=${order.nro_orden}`
	// The shop has one order, so its list looks like the answer before it is one.
	const first = page.waitForResponse((response) => response.url().includes(isSearch))
	await staff.search(String(order.nro_orden))
	await first
	await expect(staff.section.getByText('1 orden', { exact: true })).toBeVisible()
	const again = page.waitForRequest((request) => request.url().includes(isSearch))
	await staff.section.getByRole('button', { name: 'Buscar' }).click()
	await again
	await staff.openOrder(order.nro_orden)
	await expect(page.getByRole('link', { name: /^WhatsApp de / })).toHaveAttribute('href', 'https://wa.me/56987650001')
})

test('the table of orders has the six specified columns, and the delivery under the state', {
	tag: '@desk',
}, async ({ api, page }) => {
	const { nro_orden } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo' })
	await page.route('**/api/admin_listar_ordenes/**', async (route) => {
		const answer = await route.fetch()
		const { results, ...rest } = await answer.json()
		const changed = results.map((order: object) => ({ ...order, estado: 'por_hacer', entrega: 'en_ruta' }))
		await route.fulfill({ response: answer, json: { ...rest, results: changed } })
	})
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.search(String(nro_orden))
	await expect(staff.section.getByRole('columnheader')).toHaveText([
		'Nro Orden',
		'Total',
		'Método',
		'Estado',
		'Usuario ID',
		'Comprobantes',
	])
	const estado = (await staff.row(new RegExp(`^${nro_orden}`))).getByRole('cell').nth(2)
	await expect(estado.getByRole('combobox')).toHaveClass(/tone-info/)
	await expect(estado).toContainText('En camino')
})

test('a notice disappears with the part of the panel that it is about', async ({ api, page }) => {
	const { nro_orden } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.search(String(nro_orden))
	const row = await staff.row(new RegExp(`^#?${nro_orden}`))
	await row.getByLabel(/^Total/).fill('28990')
	await row.getByLabel(/^Total/).press('Enter')
	const message = page.getByRole('status').filter({ hasText: `Total, orden ${nro_orden}: guardado` })
	await expect(message).toHaveCount(1)
	await staff.go('Usuarios')
	await expect(message).toHaveCount(0)
})
