import { randomUUID } from 'node:crypto'
import { newAccount } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff adjust a stock with a reason, which is in its history', async ({ page, api }) => {
	const before = await api.stockOf('Rosado')
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Stock')
	await page.getByRole('button', { name: 'Ajustar el stock de Rosado' }).click()
	await staff.dialog.getByLabel('Salen').check()
	await staff.dialog.getByLabel('Unidades').fill('2')
	await staff.dialog.getByRole('button', { name: 'Ajustar', exact: true }).click()
	await expect(staff.dialog).toContainText('Escribe el motivo.')
	const reason = `Conteo ${randomUUID().slice(0, 6)}`
	await staff.dialog.getByLabel('Motivo').fill(reason)
	await staff.dialog.getByRole('button', { name: 'Ajustar', exact: true }).click()
	await expect(staff.dialog).toBeHidden()
	expect(await api.stockOf('Rosado')).toBe(before - 2)
	await page.getByRole('link', { name: 'Historial de Rosado' }).click()
	const movement = page.getByRole('listitem').filter({ hasText: reason })
	await expect(movement).toContainText('−2')
	await expect(movement).toContainText(`quedan ${before - 2}`)
	await expect(page.getByRole('region', { name: 'Precios de Rosado' })).toContainText(/Siempre costó|→/)

	await page.getByRole('button', { name: 'Ajustar el stock de Rosado' }).click()
	await staff.dialog.getByLabel('Hay').check()
	await staff.dialog.getByLabel('Unidades').fill(String(before))
	await staff.dialog.getByRole('button', { name: 'Ajustar', exact: true }).click()
	await expect(staff.dialog).toBeHidden()
	expect(await api.stockOf('Rosado')).toBe(before)
})

test('a stock adjustment whose answer is lost is made once', async ({ page, api, troubles }) => {
	troubles.allow(/504|ERR_FAILED|an action was not done|could not be loaded/)
	const before = await api.stockOf('Rosado')
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Stock')
	await page.getByRole('button', { name: 'Ajustar el stock de Rosado' }).click()
	await staff.dialog.getByLabel('Unidades').fill('10')
	await staff.dialog.getByLabel('Motivo').fill('Llegó mercadería')
	await page.route('**/ajustar/', async (route) => {
		await route.fetch()
		await route.fulfill({ status: 504, body: '' })
	})
	await page.route('**/api/admin_stock/**', (route) => route.abort())
	await staff.dialog.getByRole('button', { name: 'Ajustar', exact: true }).click()
	await expect(staff.section.getByText('No pudimos cargar esta lista.')).toBeAttached()
	await expect(staff.dialog).toContainText('no se hará dos veces')
	await page.unrouteAll()
	await staff.dialog.getByRole('button', { name: 'Ajustar', exact: true }).click()
	await expect(staff.dialog).toBeHidden()
	expect(await api.stockOf('Rosado')).toBe(before + 10)
})

test('staff create a product, change its price and delete it', { tag: '@both-widths' }, async ({
	page,
	api,
	troubles,
}) => {
	troubles.allow(/409|ERR_FAILED|was not deleted/)
	const sku = `PRUEBA-${randomUUID().slice(0, 6)}`
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Productos')
	await page.getByRole('button', { name: 'Precio de todos los colores' }).click()
	await staff.dialog.getByRole('button', { name: 'Cambiar precios' }).click()
	await expect(staff.dialog.getByLabel('Precio')).toHaveAccessibleDescription(
		'Escribe el precio en pesos, sin decimales.',
	)
	await staff.dialog.getByLabel('Precio').fill('29.990')
	await expect(staff.dialog.getByText(/^Rosado: .*no cambia|^Rosado: .*→ \$29\.990/)).toBeVisible()
	await staff.dialog.getByRole('button', { name: 'Cambiar precios' }).click()
	await expect(staff.dialog).toBeHidden()
	const form = await staff.beginProduct()
	const create = form.getByRole('button', { name: 'Crear' })
	await create.click()
	await expect(page.getByRole('alert')).toContainText('Nombre y SKU son obligatorios.')
	await form.getByLabel('Nombre').fill('Cepillo de limpieza')
	await form.getByLabel('SKU').fill(sku)
	await form.getByLabel('Color').fill(sku)
	await form.getByLabel('Precio').fill('4990')
	await expect(form.getByLabel('Umbral stock bajo')).toHaveValue('5')
	await create.click()
	await expect(form.getByLabel('Nombre')).toHaveValue('')

	await staff.search(sku)
	const row = await staff.productRow(sku)
	// No stock is at or below the threshold.
	await expect(row.getByText('Sin stock').first()).toBeVisible()
	const precio = row.getByLabel(/^Precio/)
	await precio.fill('5.490')
	await precio.press('Enter')
	await expect(row.getByText('Guardado')).toBeVisible()
	await expect(precio).toHaveValue('5490')

	await row.getByRole('button', { name: /^Eliminar/ }).click()
	await expect(staff.dialog.filter({ visible: true })).toContainText('¿Eliminar producto?')
	await page.route('**/api/admin_productos/*/', (route) => route.abort(), { times: 1 })
	await staff.dialog.filter({ visible: true }).getByRole('button', { name: 'Eliminar', exact: true }).click()
	const failure = page.getByRole('alert').filter({ hasText: 'No se pudo eliminar' })
	await expect(failure).toContainText('Sin conexión.')
	await failure.getByRole('button', { name: 'Reintentar' }).click()
	await expect(staff.section.getByText('No hay productos que mostrar.')).toBeVisible()
	await expect(failure).toHaveCount(0)
})

test('a very long name keeps every right of an account in view', { tag: '@both-widths' }, async ({
	page,
	api,
	request,
}) => {
	const account = { ...newAccount('Max'), first_name: 'N'.repeat(150), last_name: 'A'.repeat(150) }
	const made = await request.post('/api/register/', { data: { ...account, consentimiento: true } })
	expect(made.ok()).toBe(true)
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Usuarios')
	await staff.search(account.email)
	const row = await staff.row(account.first_name)
	const right = row.getByLabel(/^Superuser/)
	await right.focus()
	await expect(right).toBeInViewport({ ratio: 1 })
	const excess = await row.evaluate((element) => {
		const list = element.closest('.staff-scroll') ?? document.documentElement
		return list.scrollWidth - list.clientWidth
	})
	expect(excess).toBeLessThanOrEqual(0)
})

test('the rights page shows a full address, since two may begin alike', async ({ page, api, request }) => {
	const beginning = 'maria.fernanda.gonzalez.valdes.de.la.fuente'
	const account = { ...newAccount('Fernanda'), email: `${beginning}.${Date.now()}@corporacion-educacional.ejemplo.cl` }
	const made = await request.post('/api/register/', { data: { ...account, consentimiento: true } })
	expect(made.ok()).toBe(true)
	const staff = new StaffPage(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await staff.enter(api)
	await staff.go('Usuarios')
	await staff.search(account.email)
	const address = (await staff.row(account.email)).getByRole('cell').first().getByText(account.email)
	const hidden = await address.evaluate((element) => element.scrollWidth - element.clientWidth)
	expect(hidden).toBeLessThanOrEqual(0)
})
