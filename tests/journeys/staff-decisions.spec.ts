import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, ownersShop, test } from '#tests/journeys/test.ts'

test.use({ shopSettings: ownersShop })

test('staff see the reorder day of each colour, and download it', { tag: '@phone' }, async ({ page, api }) => {
	await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	await staff.unfold('Plazos y avisos')
	await staff.section.getByLabel('Tiempo de reposición (días)').fill('365')
	const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
	await staff.section.getByRole('button', { name: 'Guardar Tiempo de reposición' }).click()
	await saved
	await staff.go('Números')
	const table = staff.section.getByRole('region', { name: 'Cuándo pedir más', exact: true })
	await staff.unfold('Cuándo pedir más')
	await expect(table).toContainText('Un pedido tarda 365 días en llegar')
	await expect(table.getByRole('row', { name: /^Blanco/ })).toContainText('Sin ventas')
	const file = page.waitForEvent('download')
	await table.getByRole('button', { name: 'Reposición' }).click()
	expect((await file).suggestedFilename()).toBe('reposicion.csv')
	// Scrolls to the top, so nothing is under the header.
	await page.evaluate(() => window.scrollTo(0, 0))
	await expectAccessible(page, 'panel-decisiones')
})

test('staff see the pending payouts of a gateway after the owner entered its terms', { tag: '@phone' }, async ({
	page,
	api,
}) => {
	const order = await api.anOrder(await api.aCustomer())
	await pay(order.init_point, 'Aprobar pago')
	await expect.poll(async () => (await api.orderForStaff(order.orden_id)).estado, { timeout: 30_000 }).toBe('pagada')
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=numeros')
	const table = staff.section.getByRole('region', { name: 'Dinero por recibir', exact: true })
	await staff.unfold('Dinero por recibir')
	await expect(table).toContainText('Falta anotar cuándo abona: Mercado Pago')
	await table.getByRole('link', { name: 'Anotar en Ajustes' }).click()
	for (const [label, value] of [
		['Comisión de Mercado Pago, en % sin IVA', '3,19'],
		['Abono de Mercado Pago', '10'],
	] as const) {
		await staff.section.getByLabel(label).fill(value)
		const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
		await staff.section.getByRole('button', { name: `Guardar ${label}` }).click()
		expect((await saved).status()).toBe(200)
	}
	await staff.go('Números')
	await staff.unfold('Dinero por recibir')
	// 29.990 less 3.19 % and the IVA on it: 1.138.
	await expect(table.getByRole('row', { name: /Mercado Pago/ })).toContainText('$28.852')
	await expect(table).toContainText('$28.852 en camino: Mercado Pago $28.852.')
	const file = page.waitForEvent('download')
	await table.getByRole('button', { name: 'Por recibir' }).click()
	expect((await file).suggestedFilename()).toBe('por_recibir.csv')
	await page.evaluate(() => window.scrollTo(0, 0))
	await expectAccessible(page, 'panel-dinero-por-recibir')
})

test.describe('the visitor funnel of human browsers', () => {
	const userAgent =
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

	test('shows staff how many visitors went from Home to the checkout, and how far', { tag: '@phone' }, async ({
		page,
		api,
		browser,
		baseURL,
	}) => {
		const staff = new StaffPage(page)
		const customer = await api.aCustomer('Amanda')
		const visit = await browser.newContext({ userAgent, ...(baseURL === undefined ? {} : { baseURL }) })
		const visitor = await visit.newPage()
		await new ShopPage(visitor).arriveWith({ customer })
		await new ShopPage(visitor).open('/')
		const told = visitor.waitForRequest('**/api/pasos/')
		await visitor.getByRole('button', { name: 'Agregar al carrito' }).click()
		expect((await told).postDataJSON()).toEqual({ paso: 'carrito' })
		const { cookie, authorization } = await (await told).allHeaders()
		expect([cookie, authorization]).toEqual([undefined, undefined])
		// A request sent while the page is closed may be lost.
		await (await told).response()
		const opened = visitor.waitForRequest('**/api/pasos/')
		await visitor.goto('/pago')
		expect((await opened).postDataJSON()).toEqual({ paso: 'pago' })
		await (await opened).response()
		await visit.close()

		await staff.enter(api, undefined, '&seccion=numeros')
		const table = staff.section.getByRole('region', { name: 'De la portada al pago', exact: true })
		await staff.unfold('De la portada al pago')
		for (const step of ['Vieron la portada', 'Agregaron al carrito', 'Abrieron el pago'])
			await expect(table.getByRole('row', { name: step })).toContainText(/[1-9]/)
		const file = page.waitForEvent('download')
		await table.getByRole('button', { name: 'Por día' }).click()
		expect((await file).suggestedFilename()).toBe('embudo.csv')
		await page.evaluate(() => window.scrollTo(0, 0))
		await expectAccessible(page, 'panel-embudo')
	})
})
