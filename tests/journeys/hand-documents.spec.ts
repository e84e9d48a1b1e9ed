import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test, withoutServices } from '#tests/journeys/test.ts'

test.use({ shopSettings: withoutServices })

test('staff record a manual boleta, and its customer opens it', { tag: '@phone' }, async ({
	page,
	api,
	shop,
	troubles,
}) => {
	troubles.allow(/status of 422|valor_invalido/)
	const customer = await api.aCustomer('Julieta')
	const { orden_id, nro_orden } = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await api.editOrder(orden_id, { estado: 'pagada' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${orden_id}`)
	await page.getByRole('button', { name: 'Anotar documento' }).click()
	const { dialog } = staff
	await dialog.getByRole('button', { name: 'Anotar documento' }).click()
	await expect(dialog.getByText('Escribe el folio que tiene el documento.')).toBeVisible()
	await dialog.getByLabel('Folio').fill('77')
	const pdf = { name: 'boleta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 boleta 77') }
	await dialog.getByLabel('PDF').setInputFiles({ ...pdf, buffer: Buffer.from('<html>') })
	await dialog.getByRole('button', { name: 'Anotar documento' }).click()
	await expect(dialog.getByText('El archivo no es un PDF.')).toBeVisible()
	await expect(dialog.getByLabel('Folio')).toHaveValue('77')
	await dialog.getByLabel('PDF').setInputFiles(pdf)
	await dialog.getByRole('button', { name: 'Anotar documento' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(page.getByText('Boleta N° 77', { exact: true }).first()).toBeVisible()
	await api.expectMail(customer.email, /^Boleta N° 77 /)

	await shop.arriveWith({ customer })
	await shop.open('/perfil?tab=ordenes')
	await page.getByRole('button', { name: new RegExp(String(nro_orden)) }).click()
	const link = page.getByRole('link', { name: /^Boleta N° 77/ })
	const file = await page.request.get((await link.getAttribute('href')) ?? '')
	expect([file.headers()['content-type'], await file.text()]).toEqual(['application/pdf', '%PDF-1.7 boleta 77'])
})
