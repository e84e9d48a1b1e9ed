import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff find an order from any page by phone, mail and number', async ({ page, api }) => {
	const customer = await api.aCustomer('Rosario')
	const order = await api.anOrder(customer, { metodo_pago: 'efectivo', telefono: '961237890' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=stock')
	const search = page.getByRole('combobox', { name: /^Buscar una orden por número/ })
	const openSearch = async () => {
		if (await staff.isPhone()) await page.getByRole('button', { name: 'Buscar una orden' }).click()
	}
	const found = page.getByRole('listbox', { name: 'Órdenes encontradas' }).getByRole('option')

	await openSearch()
	await search.fill('+56 9 6123 7890')
	await expect(found).toHaveText(/^\d+ Rosario Rojas \+56 9 6123 7890/)
	await expect(search).toHaveAttribute('aria-expanded', 'true')
	await expectAccessible(page, 'over-panel-search')
	await found.click()
	await expect(page.getByRole('heading', { name: `Orden ${order.nro_orden}` })).toBeFocused()
	await page.getByRole('link', { name: 'Volver a la lista' }).click()
	await expect(page).toHaveURL(/seccion=stock/)

	await openSearch()

	await search.fill(customer.email)
	await expect(found).toHaveText(new RegExp(`^${order.nro_orden} `))
	await search.press('ArrowDown')
	await expect(found).toHaveAttribute('aria-selected', 'true')
	await search.press('Escape')
	await expect(found).toHaveCount(0)
	await search.fill(String(order.nro_orden))
	await search.press('Enter')
	await expect(page.getByRole('heading', { name: `Orden ${order.nro_orden}` })).toBeFocused()

	await openSearch()
	await search.fill('nadie se llama asi')
	await expect(page.getByRole('status').filter({ hasText: 'Ninguna orden coincide.' })).toHaveCount(1)
})

test("'Buscar' filters the list of orders by a telephone, as the suggestions do", async ({ page, api }) => {
	const customer = await api.aCustomer('Elisa')
	const order = await api.anOrder(customer, { metodo_pago: 'efectivo', telefono: '964512378' })
	const other = await api.anOrder(customer, { metodo_pago: 'efectivo', telefono: '964512379' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.searchField.fill('+56 9 6451 2378')
	await staff.section.getByRole('button', { name: 'Buscar', exact: true }).click()
	await expect(page).toHaveURL(/nro_orden=/)
	await staff.row(new RegExp(`^#?${order.nro_orden}`))
	await expect(staff.section).not.toContainText(String(other.nro_orden))
})

test('the key / opens the search, except while typing or when turned off', { tag: '@desk' }, async ({ page, api }) => {
	const staff = new StaffPage(page)
	await staff.enter(api)
	const search = page.getByRole('combobox', { name: /^Buscar una orden por número/ })
	await expect(search).toBeVisible()
	await page.keyboard.press('/')
	await expect(search).toBeFocused()
	await expect(search).toHaveValue('')
	await staff.go('Productos')
	const filter = staff.section.getByRole('searchbox')
	await filter.focus()
	await page.keyboard.press('/')
	await expect(filter).toBeFocused()
	await expect(filter).toHaveValue('/')

	const key = page.getByRole('button', { name: 'La tecla / lleva a la búsqueda' })
	await key.click()
	await page.keyboard.press('/')
	await expect(key).toBeFocused()
	await page.reload()
	await expect(key).toHaveAttribute('aria-pressed', 'false')
	await key.click()
	await page.keyboard.press('/')
	await expect(search).toBeFocused()
})
