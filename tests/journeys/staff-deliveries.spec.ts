import type { EstadoEntrega } from '#modules/rounds/delivery-state.ts'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { Courier } from '#tests/journeys/delivery-day.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { expect, test } from '#tests/journeys/test.ts'

const missedState: EstadoEntrega = 'no_entregada'

test('staff find a delivery, its CSV file, its cost, and the photo of its door on the order', {
	tag: '@phone',
}, async ({ page, api }) => {
	const customer = await api.aCustomer('Amelia')
	const first = await api.aDelivery(customer, 'Moneda 970, Santiago', '967110001')
	const second = await api.aDelivery(customer, 'Avenida Providencia 1234, Providencia', '967110002')
	const courier = new Courier(page)
	const { phone: staff, section } = courier
	await staff.enter(api, staffLogin, '&seccion=reparto')
	await courier.leave([first.nro_orden, second.nro_orden])
	const taken = await courier.deliver({ paid: '30.000', hasPhoto: true })
	await section.getByRole('button', { name: 'Ir a la próxima pendiente' }).click()
	await expect(section.getByRole('button', { name: 'Entregada' })).toBeVisible()
	const missed = await courier.fail('No había nadie')
	// The phone shows a press immediately; the shop has it once the request arrived.
	const missedId = missed === first.nro_orden ? first.orden_id : second.orden_id
	await expect.poll(async () => (await api.orderForStaff(missedId)).entregas[0]?.estado).toBe(missedState)

	await section.getByRole('button', { name: 'Salir al panel' }).click()
	await section.getByRole('link', { name: 'Volver al reparto' }).click()
	await section.getByRole('button', { name: 'Entregas', exact: true }).click()
	await expect(await staff.row(String(taken))).toContainText('$29.990 (vuelto $10)')
	await expect((await staff.row(String(taken))).getByText('A tiempo')).toBeVisible()
	await expect((await staff.row(String(missed))).getByText('No entregado')).toBeVisible()
	await expect(await staff.row(String(missed))).toContainText('No había nadie')
	await expectAccessible(page, 'panel-deliveries-list')

	const filters = section.locator('.staff-filters summary')
	await filters.click()
	await section.getByLabel('Estado').selectOption('No entregado')
	await expect(section.getByRole('link', { name: new RegExp(`${taken}$`) })).toHaveCount(0)
	await expect(await staff.row(String(missed))).toBeVisible()
	await section.getByLabel('Repartidor').selectOption(staffLogin.email)
	await page.reload()
	await expect(section.getByLabel('Estado')).toHaveValue('no_entregada')
	await expect(await staff.row(String(missed))).toBeVisible()
	await expect(page).toHaveURL(/vista=entregas&estado=no_entregada&repartidor=\d+/)
	await filters.click()
	await section.getByLabel('Puntualidad').selectOption('Solo tarde')
	await expect(section.getByText('No hay entregas con esta búsqueda.')).toBeVisible()
	await section.getByRole('button', { name: 'Quitar filtros' }).click()

	const file = page.waitForEvent('download')
	await section.getByRole('group', { name: 'Descargar CSV' }).getByRole('button', { name: 'Entregas' }).click()
	expect((await file).suggestedFilename()).toBe('entregas.csv')

	const row = await staff.row(String(taken))
	await row.getByRole('link', { name: new RegExp(`^(Ver la orden )?${taken}$`) }).click()
	const tries = section.getByRole('list', { name: 'Intentos de entrega' })
	await expect(tries).toContainText(/Entregado\s*A tiempo/)
	await expect(tries).toContainText(staffLogin.email)
	const photo = await page.request.get((await tries.getByRole('link', { name: /^Foto 1/ }).getAttribute('href')) ?? '')
	expect([photo.status(), photo.headers()['content-type']]).toEqual([200, 'image/webp'])
	await expectAccessible(page, 'panel-order-deliveries')
	await section.getByRole('link', { name: 'Volver a la lista' }).click()
	await expect(await staff.row(String(taken))).toBeVisible()

	await staff.go('Órdenes')
	await staff.search(String(missed))
	await expect(await staff.row(new RegExp(`^#?${missed}`))).toContainText('No entregado')
	await filters.click()
	await section.getByLabel('Entrega').selectOption('En camino')
	await expect(section.getByText('No hay órdenes que mostrar.')).toBeVisible()
	await section.getByLabel('Entrega').selectOption('No entregado')
	await expect(await staff.row(new RegExp(`^#?${missed}`))).toBeVisible()
	await expectAccessible(page, 'panel-orders-by-delivery')

	await staff.go('Números')
	const numbers = section.getByRole('region', { name: 'Reparto', exact: true })
	await staff.unfold('Reparto')
	await expect(numbers).toContainText(/A tiempo \d+(,\d)? % de \d+ entregas?; cada una costó \$[\d.]+, con [\d,.]+ km/)
	await numbers.getByRole('button', { name: 'Mes' }).click()
	await expect(numbers.getByRole('row')).toHaveCount(2)
	await expectAccessible(page, 'panel-delivery-numbers')
})
