import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff write a note on a customer in Clientes, and change it in the order', async ({ page, api }) => {
	const customer = await api.aCustomer('Camila')
	const { nro_orden, orden_id } = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&seccion=clientes&q=${customer.email}`)
	const row = await staff.row('Camila')
	await row.getByRole('button', { name: 'Anotar sobre Camila' }).click()
	await staff.dialog.getByLabel('Nota').fill('Prefiere que la llamen después de las 18')
	await staff.dialog.getByRole('button', { name: 'Guardar' }).click()
	await expect(staff.dialog).toBeHidden()
	await expect(row.getByText('después de las 18')).toBeVisible()

	await page.goto(`/perfil?tab=admin&seccion=ordenes&orden=${orden_id}`)
	await expect(page.getByRole('heading', { name: `Orden ${nro_orden}` })).toBeVisible()
	const note = page.getByRole('region', { name: 'Nota sobre el cliente' })
	await expect(note.getByText('después de las 18')).toBeVisible()
	await note.getByRole('button', { name: 'Cambiar la nota' }).click()
	await expect(staff.dialog.getByLabel('Nota')).toHaveValue('Prefiere que la llamen después de las 18')
	await staff.dialog.getByLabel('Nota').fill('')
	await staff.dialog.getByRole('button', { name: 'Guardar' }).click()
	await expect(note.getByRole('button', { name: 'Anotar' })).toBeVisible()
	await expect(note.getByText('después de las 18')).toBeHidden()
})
