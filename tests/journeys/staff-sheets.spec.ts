import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** Number of pages of a printed PDF. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test('staff print the packing list and four labels a page without the panel around them', async ({ page, api }) => {
	const customer = await api.aCustomer('Hortensia')
	const first = await api.aDelivery(customer, 'Moneda 970, Santiago, depto 504', '961310001')
	const second = await api.aDelivery(customer, 'San Diego 1245, Santiago', '961310002')
	await page.addInitScript(() => {
		window.print = () => void document.documentElement.toggleAttribute('data-printed', true)
	})
	const staff = new StaffPage(page)
	await staff.enter(api)
	const { section } = staff

	// One order, from its own screen.
	await staff.openOrder(first.nro_orden)
	await page.getByRole('link', { name: 'Imprimir la etiqueta de entrega' }).click()
	await expect(section.getByRole('heading', { name: `Orden ${first.nro_orden}` })).toBeVisible()
	await expect(section.getByRole('heading', { name: 'Para empacar' })).toHaveCount(0)
	await section.getByRole('link', { name: 'Volver al reparto' }).click()

	// Two orders, from the list of waiting ones.
	for (const { nro_orden } of [first, second])
		await section.getByRole('checkbox', { name: `Llevar la orden ${nro_orden}` }).check()
	await section.getByRole('link', { name: 'Imprimir 2 etiquetas' }).click()
	const sheets = section.getByRole('article')
	await expect(sheets).toHaveCount(3)
	await expect(sheets.filter({ hasText: 'Para empacar' })).toContainText(/Negro\s*2/)
	const sheet = sheets.filter({ hasText: 'depto 504' })
	await expect(sheet).toContainText('Cobrar en efectivo: $29.990')
	await expect(sheet).toContainText('+56 9 6131 0001')
	await expect(
		sheet.getByRole('img', { name: `Código QR que abre la orden ${first.nro_orden} en el panel` }),
	).toBeVisible()
	await expectAccessible(page, 'panel-sheets')
	await section.getByRole('button', { name: 'Imprimir' }).click()
	await expect(page.locator('html')).toHaveAttribute('data-printed')

	// Printed: the list on one page, then the labels.
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(page.getByRole('heading', { name: 'Panel de Administrador' })).toBeHidden()
	await expect(page.getByRole('banner')).toBeHidden()
	await expect(section.getByRole('button', { name: 'Imprimir' })).toBeHidden()
	await expect(sheets.last()).toHaveCSS('color', 'rgb(0, 0, 0)')
	await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
	expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2)

	// The fifth label starts a second page of labels.
	const label = page.locator('.label').last()
	await label.evaluate((node) => {
		for (let copy = 0; copy < 3; copy++) node.after(node.cloneNode(true))
	})
	expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(3)
})
