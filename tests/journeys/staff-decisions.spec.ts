import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

// The terms of gateways hold for everybody: not in the shop of all journeys.
test.use({ shopSettings: { PICKUP_STATION: 'Metro Tobalaba' } })

test('staff see when to order more of each colour, and take it along as a file', { tag: '@both-widths' }, async ({
	page,
	api,
}) => {
	await api.anOrder(await api.aCustomer(), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	await staff.section.getByLabel('Tiempo de reposición (días)').fill('365')
	const saved = page.waitForResponse('**/api/admin_ajustes/dias_reposicion/')
	await staff.section.getByRole('button', { name: 'Guardar Tiempo de reposición' }).click()
	await saved
	await staff.go('Números')
	const table = staff.section.getByRole('region', { name: 'Cuándo pedir más', exact: true })
	await expect(table).toContainText('Un pedido tarda 365 días en llegar')
	await expect(table.getByRole('row', { name: /^Blanco/ })).toContainText('Sin ventas')
	const file = page.waitForEvent('download')
	await table.getByRole('button', { name: 'Reposición' }).click()
	expect((await file).suggestedFilename()).toBe('reposicion.csv')
	await expectAccessible(page, 'panel-decisiones')
})
