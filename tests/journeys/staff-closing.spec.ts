import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

// The amounts of a day are those of the whole shop, so no other file with orders shares this one.
test.use({ shopOf: 'quiet' })

test('staff count the money of the day by method, say why it differs, and correct it', { tag: '@phone' }, async ({
	page,
	api,
	troubles,
}) => {
	const customer = await api.aCustomer()
	const paid = async (metodo_pago: 'efectivo' | 'transferencia') => {
		const { orden_id } = await api.anOrder(customer, { metodo_pago })
		await api.editOrder(orden_id, { estado: 'completado' })
	}
	await paid('efectivo')
	await paid('transferencia')
	const staff = new StaffPage(page)
	const { section } = staff
	await staff.enter(api, undefined, '&seccion=hoy')
	await section.getByRole('link', { name: 'Cerrar el día' }).click()
	const cash = section.getByRole('region', { name: 'Efectivo' })
	await expect(cash).toContainText('Se esperan $29.990.')
	await cash.getByLabel('Contado en la caja').fill('29000')
	await expect(cash.getByRole('status')).toHaveText('Faltan $990.')
	await section.getByLabel('Según la cartola del banco').fill('29990')
	await expect(cash.getByLabel('Contado en la caja')).toHaveValue('29.000')
	await expectAccessible(page, 'panel-closing')
	const save = section.getByRole('button', { name: 'Cerrar el día' })
	await save.click()
	await expect(cash).toContainText('Faltan $990. Escribe por qué.')
	await cash.getByLabel('Por qué no cuadra').fill('di vuelto de más')
	// What she typed is still there after a look at another section.
	await staff.go('Hoy')
	await page.goBack()
	await expect(cash.getByLabel('Contado en la caja')).toHaveValue('29.000')
	await expect(cash.getByLabel('Por qué no cuadra')).toHaveValue('di vuelto de más')
	// Another order is paid while she counts.
	await paid('efectivo')
	troubles.allow(/an action was not done|409/)
	await save.click()
	await expect(section).toContainText('en Efectivo $59.980 (antes $29.990). Revisa y guarda otra vez.')
	await expect(cash).toContainText('Se esperan $59.980.')
	await expect(cash.getByLabel('Contado en la caja')).toHaveValue('29.000')
	await cash.getByLabel('Contado en la caja').fill('58.990')
	await save.click()
	await expect(section).toContainText(
		'Efectivo: se esperaban $59.980 y se contaron $58.990. Faltan $990. Motivo: di vuelto de más',
	)
	await expect(section).toContainText('Transferencia bancaria: se esperaban $29.990 y se contaron $29.990. Cuadra.')
	// And one more after the closing.
	await paid('efectivo')
	await page.reload()
	await expect(section).toContainText('Después cambió: ahora se esperan $89.970.')
	await section.getByRole('button', { name: 'Corregir el cierre' }).click()
	await expect(cash.getByLabel('Por qué no cuadra')).toHaveValue('di vuelto de más')
	await cash.getByLabel('Contado en la caja').fill('89.970')
	await section.getByRole('button', { name: 'Guardar corrección' }).click()
	await expect(section).toContainText('Cierre corregido el')
	await expect(section).toContainText('se contaron $89.970. Cuadra.')
	await section.getByRole('button', { name: 'Ayer' }).click()
	await expect(section).toContainText('Ese día no se movió dinero')
	await section.getByRole('link', { name: 'Volver a Números' }).click()
	await expect(section.getByText('Venta neta', { exact: true })).toBeVisible()
})
