import type { Page } from '@playwright/test'
import type { RefundState } from '#modules/orders/payment-details.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

const refundId = '0f3a526f-6b0e-4e0b-9b53-0d6f2f0f7a11'

/** A refund is in doubt only hours after a lost answer, so the test intercepts the calls for such a refund. */
async function showDoubt(page: Page): Promise<{ readonly said: unknown[]; refuseNext(): void }> {
	const said: unknown[] = []
	let estado: RefundState = 'en_duda'
	let isRefusing = false
	const doubted = (order: OrderDetail): OrderDetail => {
		const { gateway = 'flow', pago_id = '' } = order.pagos[0] ?? {}
		const refund = { id: refundId, gateway, pago_id, monto: 7000, motivo: 'Llegó rayado', estado, devolucion_id: null }
		const { created_at } = order
		const ended = { usuario: null, aceptar_hasta: null, por_transferencia: false }
		const atencion = estado === 'en_duda' ? 'devolucion_en_duda' : null
		return { ...order, atencion, devoluciones: [{ ...refund, ...ended, created_at }] }
	}
	await page.route(/\/api\/admin_ordenes\/[\w-]+\/$/, async (route) => {
		const response = await route.fetch()
		await route.fulfill({ response, json: doubted(await response.json()) })
	})
	await page.route('**/aclarar_devolucion/', async (route) => {
		const body: { hecha: boolean } = route.request().postDataJSON()
		said.push(body)
		estado = body.hecha ? 'hecha' : 'rechazada'
		const error = 'Esta devolución ya no está en duda: la tienda sabe que se hizo.'
		if (isRefusing) await route.fulfill({ status: 409, json: { error, code: 'accion_no_corresponde' } })
		else await route.fulfill({ json: {} })
	})
	return {
		said,
		refuseNext: () => {
			isRefusing = true
		},
	}
}

test('staff settle a refund in doubt by keyboard', { tag: '@phone' }, async ({ page, api }) => {
	const order = await api.anOrder(await api.aCustomer('Amanda'))
	await pay(order.init_point, 'Aprobar pago')
	const paid = async () => (await api.orderForStaff(order.orden_id)).pagos.length
	await expect.poll(paid, { timeout: 30_000 }).toBe(1)
	const { said } = await showDoubt(page)
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${order.orden_id}`)
	const refund = page.getByRole('listitem').filter({ hasText: 'Devolución de $7.000' })
	await expect(refund).toContainText('en el sitio de Mercado Pago')
	const made = refund.getByRole('button', { name: 'Se hizo', exact: true })
	const notMade = refund.getByRole('button', { name: 'No se hizo' })
	for (const button of [made, notMade]) {
		const box = await button.boundingBox()
		expect(box?.height).toBeGreaterThanOrEqual(44)
		expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
	}
	await made.focus()
	await page.keyboard.press('Enter')
	await expect(staff.dialog).toContainText('$7.000 devueltos del pago')
	await page.keyboard.press('Escape')
	await expect(staff.dialog).toHaveCount(0)
	expect(said).toEqual([])
	await expect(made).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(notMade).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(staff.dialog).toContainText('se podrán devolver otra vez')
	await staff.dialog.getByRole('button', { name: 'No se hizo' }).press('Enter')
	await expect(refund.getByText('Rechazada')).toBeVisible()
	await expect(refund.getByRole('button', { name: /^(No se|Se) hizo$/ })).toHaveCount(0)
	await expect(page.getByRole('heading', { level: 3, name: /^Orden/ })).toBeFocused()
	expect(said).toEqual([{ devolucion_id: refundId, hecha: false }])
})

test('staff see why their decision about a refund was rejected', async ({ page, api, troubles }) => {
	troubles.allow(/409|an action was not done/)
	const order = await api.anOrder(await api.aCustomer('Rafaela'))
	await pay(order.init_point, 'Aprobar pago')
	const paid = async () => (await api.orderForStaff(order.orden_id)).pagos.length
	await expect.poll(paid, { timeout: 30_000 }).toBe(1)
	const doubt = await showDoubt(page)
	doubt.refuseNext()
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, `&orden=${order.orden_id}`)
	const refund = page.getByRole('listitem').filter({ hasText: 'Devolución de $7.000' })
	await refund.getByRole('button', { name: 'Se hizo', exact: true }).click()
	await staff.dialog.getByRole('button', { name: 'Se hizo' }).click()
	await expect(refund.getByText('Hecha')).toBeVisible()
	await expect(staff.dialog).toContainText('ya no está en duda')
	await staff.dialog.getByRole('button', { name: 'Volver' }).click()
	await expect(refund.getByRole('button')).toHaveCount(0)
})
