import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dayIn } from '#core/rules/times.ts'
import { type Customer, price, type ShopApi } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

const proof = fileURLToPath(new URL('../../shop/public/pictures/shaker-negro.webp', import.meta.url))

/** Number and state of a customer's only order. */
async function onlyOrder(api: ShopApi, customer: Customer) {
	const [order] = await api.ordersOf(customer)
	if (!order) throw new Error('no order')
	return order
}

test('staff find an order and change it, and a colleague’s newer value is never overwritten silently', {
	tag: '@both-widths',
}, async ({ page, api, context, troubles }) => {
	troubles.allow(/409|not saved/)
	const customer = await api.aCustomer('Camila')
	await api.anOrder(customer, { metodo_pago: 'efectivo' })
	const { nro_orden } = await onlyOrder(api, customer)
	const staff = new StaffPage(page)
	await staff.enter(api)
	const unpaid = staff.section.getByRole('button', { name: 'Sin pagar' })
	await unpaid.click()
	await expect(unpaid).toHaveAttribute('aria-pressed', 'true')
	await staff.row(new RegExp(`^#?${nro_orden}`))
	await staff.search(String(nro_orden))
	await expect(unpaid).toHaveAttribute('aria-pressed', 'false')
	const total = (await staff.row(new RegExp(`^#?${nro_orden}`))).getByLabel(/^Total/)
	await expect(total).toHaveValue(String(price))

	const colleague = new StaffPage(await context.newPage())
	await colleague.page.setViewportSize({ width: 1280, height: 800 })
	await colleague.enter(api, undefined, `&nro_orden=${nro_orden}`)
	const theirs = (await colleague.row(String(nro_orden))).getByLabel(/^Total/)
	await theirs.fill('27000')
	await theirs.press('Enter')
	await expect(colleague.section.getByText('Guardado')).toBeVisible()

	await total.fill('25000')
	await total.press('Enter')
	await expect(page.getByRole('alert')).toContainText('Otra persona puso $27.000 y tú $25.000')
	await page.getByRole('button', { name: 'Guardar $25.000' }).click()
	await expect(staff.section.getByText('Guardado')).toBeVisible()
	await expect.poll(async () => (await onlyOrder(api, customer)).total).toBe(25_000)
	// The parts no longer add up to the total, so the reduction by staff has its own row.
	await page.getByRole('link', { name: new RegExp(`^(Ver la orden )?${nro_orden}`) }).click()
	await expect(page.getByRole('region', { name: 'Productos' })).toContainText('Ajuste−$4.990Total$25.000')
})

test('staff who choose between two totals see the amounts of the newer one', async ({ page, api, troubles }) => {
	troubles.allow(/409|not saved/)
	const { orden_id, nro_orden } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&nro_orden=${nro_orden}`)
	await staff.row(new RegExp(`^#?${nro_orden}`))
	await page.getByRole('link', { name: new RegExp(`^(Ver la orden )?${nro_orden}`) }).click()
	const lines = page.getByRole('region', { name: 'Productos' })
	await expect(lines).toContainText(`Total$${price.toLocaleString('es-CL')}`)
	await api.editOrder(orden_id, { total: 27_000 })
	const total = page.getByLabel(/^Total/)
	await total.fill('25000')
	await total.press('Enter')
	await expect(page.getByRole('alert').filter({ hasText: 'Otra persona puso $27.000 y tú $25.000' })).toBeVisible()
	await expect(lines).toContainText('Total$27.000')
})

test('a lost connection during an edit loses no typed value', async ({ page, api, troubles }) => {
	troubles.allow(/ERR_FAILED|not saved/)
	const customer = await api.aCustomer('Diego')
	await api.anOrder(customer, { metodo_pago: 'efectivo' })
	const { nro_orden } = await onlyOrder(api, customer)
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&nro_orden=${nro_orden}`)
	await page.route('**/api/admin_ordenes/**', (route) => route.abort())
	const estado = (await staff.row(new RegExp(`^#?${nro_orden}`))).getByLabel(/^Estado/)
	await estado.selectOption('pagada')
	await expect(page.getByRole('alert')).toContainText(/No se guardó\..*Elegiste «Pagada»\./)
	// A state that the order does not have must not look selected.
	await expect(estado).toHaveValue('pendiente')
	// The choice survives a visit to another section.
	await staff.go('Productos')
	await page.unroute('**/api/admin_ordenes/**')
	await staff.go('Órdenes')
	await staff.search(String(nro_orden))
	const again = await staff.row(new RegExp(`^#?${nro_orden}`))
	await expect(again.getByText('Elegiste «Pagada».')).toBeVisible()
	await again.getByRole('button', { name: 'Reintentar' }).click()
	await staff.dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
	await expect(again.getByLabel(/^Estado/)).toHaveValue('pagada')
	await expect.poll(async () => (await onlyOrder(api, customer)).estado).toBe('pagada')
})

test('staff refuse a proof of transfer and confirm the transfer from another', async ({ page, api, request }) => {
	const customer = await api.aCustomer('Antonia')
	const { orden_id } = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	const file = { name: 'comprobante.webp', mimeType: 'image/webp', buffer: await readFile(proof) }
	const sent = await request.post('/api/subir_comprobante/', { multipart: { comprobante: file, orden_id } })
	expect(sent.ok()).toBe(true)
	const { nro_orden } = await onlyOrder(api, customer)
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.openOrder(nro_orden)
	const picture = page.getByRole('img', { name: `Comprobante 1 de la orden ${nro_orden}` })
	await expect(picture).toBeVisible()
	await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
	await page.getByRole('button', { name: 'Pedir otro comprobante' }).click()
	await staff.dialog.getByLabel('No se lee').check()
	await staff.dialog.getByRole('button', { name: 'Pedir otro comprobante' }).click()
	const proofs = page.getByRole('region', { name: 'Comprobantes' })
	await expect(proofs.getByText('Rechazado', { exact: true })).toHaveCount(1)
	await expect.poll(async () => (await onlyOrder(api, customer)).estado).toBe('pendiente')
	const again = await request.post('/api/subir_comprobante/', { multipart: { comprobante: file, orden_id } })
	expect(again.ok()).toBe(true)
	await page.reload()
	await expect(proofs.getByRole('img')).toHaveCount(2)
	await page.getByRole('button', { name: 'Confirmar transferencia' }).click()
	await expect(staff.dialog).toContainText('Confirma solo si ves $29.990 en la cuenta')
	await staff.dialog.getByRole('button', { name: 'Confirmar transferencia' }).click()
	await expect(page.getByRole('list', { name: 'Historia de la orden' })).toContainText('Transferencia confirmada')
	await expect.poll(async () => (await onlyOrder(api, customer)).estado).toBe('pagada')
	await expect(page.getByRole('region', { name: 'Correos' })).toContainText('Pago confirmado')
})

test('staff see the sales of years, and then those of a week alone', async ({ page, api }) => {
	const { orden_id } = await api.anOrder(await api.aCustomer('Emilia'), { metodo_pago: 'efectivo' })
	await api.editOrder(orden_id, { estado: 'pagada' })
	const year = Number(dayIn(new Date()).slice(0, 4))
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&seccion=numeros&desde=${year - 2}-06-01`)
	const chart = page.getByRole('region', { name: 'Ventas por día' })
	await chart.getByText('Ver la tabla').click()
	const days = chart.locator('tbody tr')
	await expect(days.first()).toContainText(`1 jun ${year - 2}`)
	await page.getByRole('button', { name: '7 días' }).click()
	await expect(days).toHaveCount(7)
	await expect(chart.locator('rect')).toHaveCount(7)
})

test('staff choose orders and a period by keyboard alone', async ({ page, api }) => {
	const customer = await api.aCustomer('Trinidad')
	await api.anOrder(customer, { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	const search = staff.searchField
	await search.fill(customer.email)
	await search.press('Enter')
	await expect(staff.section.getByText('1 orden', { exact: true })).toBeVisible()
	await expect(search).toBeFocused()
	await staff.section.getByText('Filtros', { exact: true }).click()

	const filters = staff.section.locator('details.staff-filters')
	const estado = filters.getByLabel('Estado')
	await estado.focus()
	await page.keyboard.press('p')
	await expect(page).toHaveURL(/estado=p/)
	await expect(estado).toBeFocused()
	const since = filters.getByLabel('Desde')
	await since.focus()
	// The same day and month: the order of the date parts depends on the browser.
	await page.keyboard.type('05052026', { delay: 60 })
	await expect(since).toHaveValue('2026-05-05')
	await expect(page).toHaveURL(/desde=2026-05-05/)
	await expect(since).toBeFocused()
	// An incomplete date is invalid.
	await page.keyboard.press('Shift+Tab')
	await since.focus()
	await page.keyboard.press('Delete')
	await estado.focus()
	await expect(since).toHaveValue('2026-05-05')
	await staff.section.getByRole('button', { name: 'Quitar filtros' }).click()
	await expect(since).toHaveValue('')
	await expect(search).toHaveValue('')

	await staff.go('Números')
	const from = staff.section.getByLabel('Desde')
	await from.focus()
	await page.keyboard.type('04042026', { delay: 60 })
	await expect(from).toHaveValue('2026-04-04')
	await expect(page).toHaveURL(/desde=2026-04-04/)
})

test('an undone search without results returns the keyboard focus to the list', async ({ page, api }) => {
	await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.search('nadie@se-llama-asi.cl')
	await staff.section.getByRole('button', { name: 'Ver todo' }).press('Enter')
	await expect(staff.section.getByText(/^1 orden$| de \d+ órdenes$/)).toBeVisible()
	await expect(staff.section.locator('.staff-list-top')).toBeFocused()
})

test('a large amount fits one line, on a desktop and on a phone', async ({ page, api }) => {
	const path = '**/api/admin_resumen/**'
	await page.route(path, async (route) => {
		const answer = await route.fetch()
		await route.fulfill({ response: answer, json: { ...(await answer.json()), ventas: 1_163_597_880 } })
	})
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=numeros')
	const sum = staff.section.getByText('$1.163.597.880', { exact: true })
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 800 })
		const lines = await sum.evaluate((value) => {
			const range = document.createRange()
			range.selectNodeContents(value)
			return new Set([...range.getClientRects()].map(({ top }) => top)).size
		})
		expect(lines).toBe(1)
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
	}
})

test('an order links to all orders of its customer, and to none of a namesake', async ({ page, api }) => {
	const [customer, namesake] = [await api.aCustomer('Emilia'), await api.aCustomer('Emilia')]
	for (const who of [customer, customer, namesake]) await api.anOrder(who, { metodo_pago: 'efectivo' })
	const [order] = await api.ordersOf(customer)
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.openOrder(order?.nro_orden ?? 0)
	await page.getByRole('link', { name: '2 órdenes' }).click()
	await expect(page).toHaveURL(/[?&]user=\d+/)
	await expect(staff.section.getByText('2 órdenes')).toBeVisible()
	await page.getByRole('button', { name: /Usuario ID \d+/ }).press('Enter')
	await expect(page).not.toHaveURL(/user=/)
	await expect(page.getByRole('button', { name: /Usuario ID \d+/ })).toHaveCount(0)
	await expect(staff.section.locator('.staff-filters summary')).toBeFocused()
})

test('a link to a page beyond the end shows the last page', async ({ page, api }) => {
	await api.anOrder(await api.aCustomer('Renata'), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&pagina=9')
	await expect(staff.section.getByRole('navigation', { name: 'Páginas de órdenes' })).toContainText(
		/–(\d+) de \1 órdenes|^1 orden$/,
	)
	await expect(staff.section.getByText('No hay órdenes que mostrar.')).toHaveCount(0)
	await expect(page).not.toHaveURL(/pagina=9/)
	await expect(page).toHaveURL(/seccion=ordenes/)
})

test('a page that failed to load shows no count', async ({ page, api, troubles }) => {
	troubles.allow(/ERR_FAILED|could not be loaded/)
	await page.route('**/api/admin_listar_ordenes/**', (route) => route.abort())
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&pagina=2')
	await expect(staff.section.getByText('No pudimos cargar esta lista.')).toBeVisible()
	await expect(staff.section.getByRole('navigation')).toHaveCount(0)
})

test('an unsaved note survives a visit to the list', async ({ page, api }) => {
	const { nro_orden } = await api.anOrder(await api.aCustomer('Laura'), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.openOrder(nro_orden)
	await page.getByLabel('Nota interna').fill('Llamar el lunes')
	await page.getByRole('link', { name: 'Volver a la lista' }).click()
	await staff.openOrder(nro_orden)
	await expect(page.getByLabel('Nota interna')).toHaveValue('Llamar el lunes')
	await page.getByRole('button', { name: 'Agregar nota' }).click()
	await expect(page.getByRole('list', { name: 'Historia de la orden' })).toContainText('Llamar el lunes')
	await expect(page.getByLabel('Nota interna')).toHaveValue('')
})

test('the list restores its scroll position after an order', async ({ page, api }) => {
	const martina = await api.aCustomer('Martina')
	const { nro_orden } = await api.anOrder(martina, { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await page.setViewportSize({ width: 1280, height: 480 })
	await staff.enter(api, undefined, '&estado=pendiente')
	const link = staff.section.getByRole('link', { name: String(nro_orden) })
	await link.evaluate((element) => element.scrollIntoView())
	const place = await page.evaluate(() => window.scrollY)
	expect(place).toBeGreaterThan(100)
	await link.click()
	await expect(page.getByRole('heading', { name: `Orden ${nro_orden}` })).toBeInViewport()
	await page.getByRole('link', { name: 'Volver a la lista' }).click()
	await expect(link).toBeInViewport()
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
})
