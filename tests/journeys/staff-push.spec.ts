import { alertKinds } from '#core/rules/staff-panel.ts'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { answerPushWith, arrivedTexts, deliverPush, subscribeAtSimulator } from '#tests/journeys/push-browser.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff turn push notices on, choose, test them, get one for a paid order, and turn them off', {
	tag: '@phone',
}, async ({ page, api }) => {
	await subscribeAtSimulator(page)
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Avisos')
	const { section } = staff
	await section.getByRole('button', { name: 'Activar avisos' }).click()
	await expect(section.getByText(/^Activados en Chrome/)).toBeVisible()
	await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(alertKinds.length)
	await section.getByRole('checkbox', { name: 'Stock bajo' }).uncheck()
	await section.getByRole('button', { name: 'Probar' }).click()
	await expect(section.getByRole('status')).toContainText('El servicio de avisos lo recibió.')
	expect((await arrivedTexts(page)).at(-1)).toContain('Aviso de prueba')
	await expectAccessible(page, 'panel-notices-on')
	await page.reload()
	await expect(section.getByRole('checkbox', { name: 'Stock bajo' })).not.toBeChecked()
	await expect(section.getByRole('checkbox', { checked: true })).toHaveCount(alertKinds.length - 1)

	const { nro_orden, orden_id } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'transferencia' })
	await api.editOrder(orden_id, { estado: 'pagada' })
	const told = async () => (await arrivedTexts(page)).find((text) => text.includes(`"Nuevo pedido ${nro_orden}"`))
	// A failed job is retried after a while.
	await expect.poll(told, { timeout: 120_000 }).toBeDefined()
	expect(await deliverPush(page, (await told()) ?? '')).toEqual([
		{
			title: `Nuevo pedido ${nro_orden}`,
			body: 'Ábrelo en el panel.',
			data: new URL(`/perfil?tab=admin&orden=${orden_id}`, page.url()).href,
		},
	])

	await answerPushWith(page, '410')
	await section.getByRole('button', { name: 'Probar' }).click()
	await expect(section.getByRole('status')).toContainText('Actívalos otra vez.')
	await answerPushWith(page, '201')
	await section.getByRole('button', { name: 'Activar avisos' }).click()
	await section.getByRole('button', { name: 'Desactivar' }).click()
	await expect(section.getByRole('button', { name: 'Activar avisos' })).toBeVisible()
})

test('staff see their other devices, and remove one', { tag: '@phone' }, async ({ page, api }) => {
	const staff = new StaffPage(page)
	await subscribeAtSimulator(page)
	await staff.enter(api)
	await staff.go('Avisos')
	await staff.section.getByRole('button', { name: 'Activar avisos' }).click()
	await expect(staff.section.getByText(/^Activados en/)).toBeVisible()
	// The browser's storage is gone, so this device appears as another one.
	await page.evaluate(() => localStorage.removeItem('push-subscription'))
	await page.reload()
	const row = staff.section.getByRole('listitem').filter({ hasText: 'Nuevo pedido' }).last()
	await expect(row).toContainText('Activado:')
	await expectAccessible(page, 'panel-notices-elsewhere')
	const rows = await staff.section.getByRole('listitem').count()
	await row.getByRole('button', { name: /^Quitar/ }).click()
	await expect(staff.section.getByRole('listitem')).toHaveCount(rows - 1)
})

test.describe('the push settings on an iPhone', () => {
	test.use({
		userAgent:
			'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
	})

	test('explain how to add the panel to the home screen', { tag: '@phone' }, async ({ page, api }) => {
		const staff = new StaffPage(page)
		await staff.enter(api)
		await staff.go('Avisos')
		await expect(staff.section.getByRole('listitem').nth(1)).toContainText('Agregar a inicio')
		await expect(staff.section.getByRole('button', { name: 'Activar avisos' })).toHaveCount(0)
		await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/panel.webmanifest')
		await expectAccessible(page, 'panel-notices-iphone')
	})
})

test('a browser with blocked notices shows how to allow them', { tag: '@phone' }, async ({ page, api }) => {
	await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Avisos')
	await expect(staff.section.getByText('Este navegador tiene bloqueados los avisos de la tienda.')).toBeVisible()
	await expectAccessible(page, 'panel-notices-blocked')
})

test('the shop pages have no service worker, and the panel’s is revalidated each time', { tag: '@desk' }, async ({
	page,
}) => {
	await page.goto('/')
	expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
	await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest')
	const worker = await page.request.get('/panel-sw.js')
	expect(worker.headers()).toMatchObject({
		'cache-control': 'no-cache',
		'content-type': expect.stringContaining('javascript'),
	})
	expect(await worker.text()).not.toContain('import')
	const manifest = await (await page.request.get('/panel.webmanifest')).json()
	expect(manifest).toMatchObject({ start_url: '/perfil?tab=admin', display: 'standalone' })
})
