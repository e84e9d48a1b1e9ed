import { expect, type Page } from '@playwright/test'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import type { ShopApi } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { test } from '#tests/journeys/test.ts'

/** An order paid at the gateway's page. */
async function aPaidOrder(page: Page, api: ShopApi, name: string): Promise<PayableOrder> {
	const order = await api.anOrder(await api.aCustomer(name))
	if (!order.init_point) throw new Error('no init_point')
	await page.goto(order.init_point)
	await page.getByRole('button', { name: 'Aprobar pago' }).click()
	await expect(page).toHaveURL(/checkout-success/)
	await expect.poll(async () => (await api.orderForStaff(order.orden_id)).estado).toBe('pagada')
	return order
}

test('staff see the effects of a state change, decline it, make it and undo it', async ({ page, api }) => {
	const { orden_id, nro_orden } = await aPaidOrder(page, api, 'Rocio')
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&nro_orden=${nro_orden}`)
	const row = await staff.row(new RegExp(`^#?${nro_orden}`))
	const estado = row.getByLabel(/^Estado/)
	await estado.focus()
	await estado.selectOption('cancelado')
	await expect(staff.dialog).toContainText('El cliente recibe el correo «Orden cancelada».')
	await expect(staff.dialog).toContainText('Quedan $29.990 por devolver')
	await page.keyboard.press('Escape')
	await expect(staff.dialog).toBeHidden()
	await expect(estado).toHaveValue('pagada')
	await expect(estado).toBeFocused()
	expect((await api.orderForStaff(orden_id)).estado).toBe('pagada')

	await estado.selectOption('cancelado')
	await staff.dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
	await expect(estado).toHaveValue('cancelado')
	await expect(page.getByRole('alert').filter({ hasText: `Cambiaste la orden ${nro_orden}.` })).toBeVisible()
	// The notice is shown again with the order's page.
	await page.goto(`/perfil?tab=admin&orden=${orden_id}`)
	await page.getByRole('button', { name: 'Deshacer' }).click()
	await expect.poll(async () => (await api.orderForStaff(orden_id)).estado).toBe('pagada')
	await expect(page.getByRole('alert').filter({ hasText: 'Se deshizo el cambio' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
})

test('the offer to undo stands below the changed field of a card and covers nothing', { tag: '@phone' }, async ({
	page,
	api,
}) => {
	const { orden_id, nro_orden } = await aPaidOrder(page, api, 'Rocio')
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&nro_orden=${nro_orden}`)
	const card = await staff.row(new RegExp(`^#?${nro_orden}`))
	const estado = card.getByLabel(/^Estado/)
	const next = card.getByText('Usuario ID')
	const apart = async () => ((await next.boundingBox())?.y ?? 0) - ((await estado.boundingBox())?.y ?? 0)
	const before = await apart()
	await estado.selectOption('en_revision')
	await staff.dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
	const offer = page.getByRole('alert').filter({ hasText: `Cambiaste la orden ${nro_orden}.` })
	await expect(offer).toBeInViewport({ ratio: 1 })
	const [field, message, after] = await Promise.all([estado, offer, next].map((part) => part.boundingBox()))
	if (!field || !message || !after) throw new Error('a part is not shown')
	expect(message.y).toBeGreaterThanOrEqual(field.y + field.height)
	expect(message.y + message.height).toBeLessThanOrEqual(after.y)
	expect(await apart()).toBe(before)
	await offer.getByRole('button', { name: 'Deshacer' }).click()
	await expect(card.getByRole('alert')).toContainText('Se deshizo el cambio')
	await expect.poll(async () => (await api.orderForStaff(orden_id)).estado).toBe('pagada')

	// An order that left the list has no place in it.
	await page.goto('/perfil?tab=admin&seccion=ordenes&estado=pagada')
	await (await staff.row(new RegExp(`^#?${nro_orden}`))).getByLabel(/^Estado/).selectOption('en_revision')
	await staff.dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
	await expect(card).toHaveCount(0)
	await offer.getByRole('button', { name: 'Deshacer' }).click()
	await expect.poll(async () => (await api.orderForStaff(orden_id)).estado).toBe('pagada')
})

test('a paid total with a missing digit needs confirmation', { tag: '@phone' }, async ({ page, api }) => {
	const { orden_id } = await aPaidOrder(page, api, 'Ema')
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${orden_id}`)
	const total = page.getByLabel(/^Total/)
	await total.fill('2999')
	await total.press('Enter')
	await expect(staff.dialog).toContainText('El cliente pagó $29.990 y el total queda en $2.999')
	await staff.dialog.getByRole('button', { name: 'No cambiar' }).click()
	await expect(total).toHaveValue('29990')
	expect((await api.orderForStaff(orden_id)).total).toBe(29_990)
})

test('a paid order is cancelled and refunded in one dialog', async ({ page, api }) => {
	const { orden_id } = await aPaidOrder(page, api, 'Julia')
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${orden_id}`)
	await page.getByRole('button', { name: 'Cancelar orden' }).click()
	await expect(staff.dialog.getByLabel('y devolver $29.990 ahora')).toBeChecked()
	await staff.dialog.getByRole('button', { name: 'Cancelar orden' }).click()
	await expect(staff.dialog).toBeHidden()
	await expect
		.poll(async () => (await api.orderForStaff(orden_id)).devoluciones.map(({ monto, estado }) => [monto, estado]))
		.toEqual([[29_990, 'hecha']])
	expect((await api.orderForStaff(orden_id)).estado).toBe('cancelado')
})
