import { readFile } from 'node:fs/promises'
import type { StaffDocument } from '#modules/tax-documents/shapes.ts'
import { price } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff export the boletas of a month, which add up to the numbers page', async ({ page, api }) => {
	const customer = await api.aCustomer('Julieta')
	const { orden_id, nro_orden } = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await api.editOrder(orden_id, { estado: 'pagada' })
	const boleta = async () => {
		const [document]: readonly StaffDocument[] = (await api.orderForStaff(orden_id)).documentos
		return document?.folio ?? 0
	}
	// After the minute of the undo, in the next round.
	test.setTimeout(400_000)
	await expect.poll(boleta, { timeout: 210_000 }).toBeGreaterThan(0)
	const folio = await boleta()

	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=numeros')
	await expect(staff.section.getByText('Documentado')).toBeVisible()
	await expect(staff.section.getByText(/^IVA .* boletas?/)).toBeVisible()
	const months = staff.section.getByLabel('Mes para el contador')
	await months.selectOption({ index: 0 })
	const month = await months.inputValue()
	const download = page.waitForEvent('download')
	await staff.section.getByRole('button', { name: 'Documentos tributarios' }).click()
	const file = await download
	expect(file.suggestedFilename()).toBe(`documentos-${month}.csv`)
	const line = (await readFile(await file.path(), 'utf8')).split('\r\n').find((text) => text.includes(orden_id))
	expect(line?.split(';').slice(0, 3)).toEqual(['39', 'Boleta', String(folio)])
	expect(line).toContain(`;${price};${nro_orden};transferencia;`)
})
