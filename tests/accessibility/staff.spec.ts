import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test.use({ shopOf: 'accessibility/staff' })

/** Each state is checked against all rules in light and dark mode. */
const slowMs = 150_000

test('every section of the panel passes the accessibility checks', async ({ api, page }) => {
	test.setTimeout(slowMs)
	// Before anybody was asked, headless browsers of some versions say 'denied'.
	await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
	const order = await api.anOrder(await api.aCustomer())
	// A payment after the cancellation opens a case.
	await api.editOrder(order.orden_id, { estado: 'cancelado' })
	await pay(order.init_point, 'Aprobar pago')
	await expect.poll(async () => (await api.orderForStaff(order.orden_id)).atencion, { timeout: 30_000 }).not.toBeNull()
	const staff = new StaffPage(page)
	await staff.enter(api)
	await expect(page.getByText(String(order.nro_orden)).first()).toBeVisible()
	await expectAccessible(page, 'panel')
	for (const section of [
		'Usuarios',
		'Productos',
		'Stock',
		'Reparto',
		'Casos',
		'Números',
		'Cupones',
		'Trabajos',
		'Auditoría',
		'Registro de datos',
		'Seguridad',
		'Avisos',
		'Ajustes',
		'Primer día',
	] as const) {
		await staff.go(section)
		await expect(page.getByText('Cargando panel...')).toHaveCount(0)
		if (section === 'Casos') await expect(page.getByText('Pagaron una orden cancelada')).toBeVisible()
		await expectAccessible(
			page,
			`panel-${section
				.toLowerCase()
				.normalize('NFD')
				.replace(/\P{ASCII}/gu, '')}`,
		)
	}
})

test('the history of an order, its dialog and a value that failed to save pass the accessibility checks', async ({
	api,
	page,
	troubles,
}) => {
	test.setTimeout(slowMs)
	troubles.allow(/ERR_FAILED|not saved/)
	const { nro_orden } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'transferencia' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	await page.route('**/api/admin_ordenes/**', (route) =>
		route.request().method() === 'PUT' ? route.abort() : route.continue(),
	)
	await staff.search(String(nro_orden))
	await (await staff.row(new RegExp(`^#?${nro_orden}`))).getByLabel(/^Estado/).selectOption('pagada')
	await expect(staff.dialog).toContainText('La orden queda pagada')
	await expectAccessible(page, 'over-panel-effects')
	await staff.dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
	await expect(page.getByText('No se guardó.')).toBeVisible()
	await expectAccessible(page, 'panel-not-saved')
	await page.getByRole('button', { name: 'Descartar' }).click()
	await page.getByRole('link', { name: new RegExp(`^(Ver la orden )?${nro_orden}`) }).click()
	await expect(page.getByRole('heading', { name: `Orden ${nro_orden}` })).toBeVisible()
	await expectAccessible(page, 'panel-order')
	await page.getByRole('button', { name: 'Cancelar orden' }).click()
	await expect(staff.dialog).toBeVisible()
	await expectAccessible(page, 'over-panel-question')
})
