import type { Page } from '@playwright/test'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { type Customer, price, type ShopApi } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** Number and state of a customer's only order. */
async function onlyOrder(api: ShopApi, customer: Customer) {
	const [order] = await api.ordersOf(customer)
	if (!order) throw new Error('no order')
	return order
}

/** Pays an order at the gateway's page. */
async function payAtGateway(page: Page, order: PayableOrder): Promise<void> {
	if (!order.init_point) throw new Error('no init_point')
	await page.goto(order.init_point)
	await page.getByRole('button', { name: 'Aprobar pago' }).click()
	await expect(page).toHaveURL(/checkout-success/)
}

test('staff refund a part of a payment, once under repeated clicks, and never more than was paid', async ({
	page,
	api,
}) => {
	const customer = await api.aCustomer('Benjamin')
	await payAtGateway(page, await api.anOrder(customer))
	await expect.poll(async () => (await onlyOrder(api, customer)).estado).toBe('pagada')
	const { nro_orden } = await onlyOrder(api, customer)
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.openOrder(nro_orden)
	await page.getByRole('button', { name: 'Devolver dinero' }).click()
	const amount = staff.dialog.getByLabel('Monto')
	await expect(amount).toHaveValue(String(price))
	await amount.fill('30000')
	const reason = staff.dialog.getByLabel('Motivo')
	const refundButton = staff.dialog.getByRole('button', { name: 'Devolver', exact: true })
	await refundButton.click()
	await expect(amount).toHaveAccessibleDescription(/Se pueden devolver hasta \$29\.990\.$/)
	await expect(reason).toHaveAccessibleDescription('Escribe el motivo.')
	await expect(amount).toBeFocused()
	await reason.fill('Llegó rayado')
	await expect(reason).toHaveAccessibleDescription('')
	await amount.fill('10.000')
	await refundButton.dblclick()
	await expect(staff.dialog).toBeHidden()
	const refund = page.getByRole('listitem').filter({ hasText: 'Devolución de $10.000' })
	await expect(refund).toHaveCount(1)
	await expect(refund.getByText('Hecha')).toBeVisible()
	await page.getByRole('button', { name: 'Devolver dinero' }).click()
	await expect(staff.dialog).toContainText('Quedan $19.990 de $29.990')
})

test('a refund with a lost answer is made once, even when its dialog is opened anew', async ({
	page,
	api,
	troubles,
}) => {
	troubles.allow(/502|ERR_FAILED|an action was not done/)
	const customer = await api.aCustomer('Matilde')
	const order = await api.anOrder(customer)
	await payAtGateway(page, order)
	await expect.poll(async () => (await onlyOrder(api, customer)).estado).toBe('pagada')
	const losses = ['proxy', 'connection']
	await page.route('**/devolver/', async (route) => {
		const loss = losses.shift()
		if (!loss) return await route.continue()
		await route.fetch()
		await (loss === 'proxy' ? route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }) : route.abort())
	})
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${order.orden_id}`)
	const ask = async () => {
		await page.getByRole('button', { name: 'Devolver dinero' }).click()
		await staff.dialog.getByLabel('Monto').fill('10000')
		await staff.dialog.getByLabel('Motivo').fill('Llegó rayado')
	}
	const refundButton = staff.dialog.getByRole('button', { name: 'Devolver', exact: true })
	await ask()
	await refundButton.click()
	await expect(staff.dialog).toContainText('La tienda no respondió. Intenta nuevamente: no se hará dos veces.')
	// The completed action appears at once.
	await expect(staff.dialog).toContainText('Quedan $19.990 de $29.990')
	await refundButton.click()
	await expect(staff.dialog).toContainText('Sin conexión')
	await staff.dialog.getByRole('button', { name: 'Volver', exact: true }).click()
	await ask()
	await staff.dialog.getByLabel('Motivo').fill('Llegó con la tapa rota')
	await refundButton.click()
	await expect(staff.dialog).toBeHidden()
	const repeated = page.getByRole('alert').filter({ hasText: 'Esto ya estaba hecho: no se hizo otra vez.' })
	await repeated.getByRole('button', { name: 'Cerrar mensaje' }).click()
	await expect(repeated).toHaveCount(0)
	await expect.poll(async () => (await api.orderForStaff(order.orden_id)).devoluciones.length).toBe(1)
	// A new request after a known result is another refund.
	await ask()
	await refundButton.click()
	await expect(staff.dialog).toBeHidden()
	await expect.poll(async () => (await api.orderForStaff(order.orden_id)).devoluciones.length).toBe(2)
	await expect(repeated).toHaveCount(0)
})

test('a full refund with a lost answer leaves its dialog open, and is reported as made', async ({
	page,
	api,
	troubles,
}) => {
	troubles.allow(/502|an action was not done/)
	const customer = await api.aCustomer('Josefa')
	const order = await api.anOrder(customer)
	await payAtGateway(page, order)
	await expect.poll(async () => (await onlyOrder(api, customer)).estado).toBe('pagada')
	await page.route(
		'**/devolver/',
		async (route) => {
			await route.fetch()
			await route.fulfill({ status: 502, body: '' })
		},
		{ times: 1 },
	)
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${order.orden_id}`)
	await page.getByRole('button', { name: 'Devolver dinero' }).click()
	await staff.dialog.getByLabel('Motivo').fill('Se arrepintió')
	await staff.dialog.getByLabel('Entregarlo igual').check()
	const refundButton = staff.dialog.getByRole('button', { name: 'Devolver', exact: true })
	await refundButton.click()
	await expect(staff.dialog).toContainText('Quedan $0 de $29.990')
	await expect(staff.dialog).toContainText('no se hará dos veces')
	await refundButton.click()
	await expect(staff.dialog).toBeHidden()
	await expect(page.getByRole('alert').filter({ hasText: 'Esto ya estaba hecho' })).toBeVisible()
	expect((await api.orderForStaff(order.orden_id)).devoluciones.length).toBe(1)
})

test('staff record on a phone a transfer back to the customer, and see the rest', { tag: '@phone' }, async ({
	page,
	api,
}) => {
	const customer = await api.aCustomer('Renata')
	await api.anOrder(customer, { metodo_pago: 'transferencia' })
	const { nro_orden } = await onlyOrder(api, customer)
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.openOrder(nro_orden)
	await page.getByRole('button', { name: 'Confirmar transferencia' }).click()
	await staff.dialog.getByRole('button', { name: 'Confirmar transferencia' }).click()
	await page.getByRole('button', { name: 'Anotar devolución' }).click()
	const amount = staff.dialog.getByLabel('Monto')
	await expect(amount).toHaveValue(String(price))
	await amount.fill('30000')
	const record = staff.dialog.getByRole('button', { name: 'Anotar devolución' })
	await record.click()
	await expect(staff.dialog).toContainText('Se pueden devolver hasta $29.990.')
	await amount.fill('10.000')
	await staff.dialog.getByLabel('Referencia (opcional)').fill('N° 4417')
	await record.dblclick()
	await expect(staff.dialog).toBeHidden()
	const refund = page.getByRole('listitem').filter({ hasText: 'Devolución de $10.000' })
	await expect(refund).toHaveCount(1)
	await expect(refund).toContainText('N° 4417')
	await page.getByRole('button', { name: 'Anotar devolución' }).click()
	await expect(staff.dialog).toContainText('Quedan $19.990 por devolver')
})
