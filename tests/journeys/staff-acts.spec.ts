import type { Page } from '@playwright/test'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** Intercepts the calls of one action until the returned function makes them fail. */
async function delayAndFail(page: Page, path: string): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>()
	await page.route(path, async (route) => {
		await promise
		await route.fulfill({ status: 502, body: '' })
	})
	return resolve
}

test('the result of an action is shown although its dialog is being closed while it runs', async ({
	page,
	api,
	troubles,
}) => {
	troubles.allow(/502|an action was not done/)
	const { orden_id, nro_orden } = await api.anOrder(await api.aCustomer('Isidora'), { metodo_pago: 'efectivo' })
	const fail = await delayAndFail(page, '**/cancelar/')
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${orden_id}`)
	await page.getByRole('button', { name: 'Cancelar orden' }).click()
	await staff.dialog.getByRole('button', { name: 'Cancelar orden' }).click()
	await staff.dialog.getByRole('button', { name: 'Volver' }).click({ force: true })
	for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
	await expect(staff.dialog).toBeVisible()
	fail()
	await expect(staff.dialog).toContainText('La tienda no respondió.')
	await staff.dialog.getByRole('button', { name: 'Volver' }).click()
	await expect(staff.dialog).toHaveCount(0)
	await expect(page.getByRole('heading', { name: `Orden ${nro_orden}` })).toBeVisible()
})

test('an action that removes its button moves the focus to the heading of its order', async ({ page, api }) => {
	const { orden_id } = await api.anOrder(await api.aCustomer('Amparo'), { metodo_pago: 'efectivo' })
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${orden_id}`)
	const heading = page.getByRole('heading', { level: 3, name: /^Orden/ })
	const button = page.getByRole('button', { name: 'Marcar entregada' })
	await button.press('Enter')
	await page.keyboard.press('Escape')
	await expect(button).toBeFocused()
	await button.press('Enter')
	await staff.dialog.getByRole('button', { name: 'Marcar entregada' }).press('Enter')
	await expect(staff.dialog).toHaveCount(0)
	await expect(button).toHaveCount(0)
	await expect(heading).toBeFocused()
})

test('the error of one mail is not shown for the next', async ({ page, api, troubles }) => {
	troubles.allow(/502|an action was not done/)
	const { orden_id } = await api.anOrder(await api.aCustomer('Catalina'), { metodo_pago: 'efectivo' })
	await page.route('**/reenviar_correo/', (route) => route.fulfill({ status: 502, body: '' }))
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${orden_id}`)
	const again = page.getByRole('region', { name: 'Correos' }).getByRole('button', { name: /^Reenviar/ })
	await again.first().click()
	await staff.dialog.getByRole('button', { name: 'Enviar' }).click()
	await expect(staff.dialog.getByRole('alert')).toContainText('La tienda no respondió.')
	await staff.dialog.getByRole('button', { name: 'Volver' }).click()
	await again.first().click()
	await expect(staff.dialog).toBeVisible()
	await expect(staff.dialog.getByRole('alert')).toHaveCount(0)
})

test('the result of an action is shown after its page was left', async ({ page, api, troubles }) => {
	troubles.allow(/502|an action was not done/)
	const { orden_id } = await api.anOrder(await api.aCustomer('Florencia'), { metodo_pago: 'efectivo' })
	const fail = await delayAndFail(page, '**/notas/')
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${orden_id}`)
	await page.getByLabel('Nota interna').fill('Llamar el lunes')
	await page.getByRole('button', { name: 'Agregar nota' }).click()
	await page.getByRole('link', { name: 'Volver a la lista' }).click()
	await expect(staff.searchField).toBeVisible()
	fail()
	await expect(page.getByRole('alert')).toContainText('Lo último que pediste no se confirmó.')
	// A note sent again could appear twice.
	await expect(page.getByRole('alert')).toContainText('mira si ya está en la historia')
	await expect(page.getByRole('alert')).not.toContainText('dos veces')
})
