import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { line } from '#tests/journeys/shop-api.ts'
import { openShopProcess } from '#tests/journeys/shop-process.ts'
import { stockUp } from '#tests/journeys/stock-up.ts'
import { test as base, expect } from '#tests/journeys/test.ts'
import { optional } from '#tests/module-order.ts'
import { copyProject } from '../../tools/copy-project.ts'
import { node } from '../../tools/set-up.mjs'
import { takeOut } from '../../tools/take-out.ts'

const build = ['--input-type=module', '-e', "await (await import('./tools/set-up.mjs')).ensureBuilt()"]

/** The shop built without any module that the specification does not ask for. */
const test = base.extend({
	shopProcess: [
		async ({ shopHost }, use) => {
			const copy = copyProject()
			try {
				takeOut(copy, optional)
				const { status, stderr } = spawnSync(node, build, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 26 })
				if (status !== 0) throw new Error(`the shop without modules does not build:\n${stderr}`)
				const shop = await openShopProcess({}, shopHost, copy)
				await stockUp(shop.url)
				await use(shop)
				await shop.stop()
			} finally {
				rmSync(copy, { recursive: true, force: true })
			}
		},
		{ scope: 'worker', timeout: 300_000 },
	],
})

test('sells without any optional module', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	const before = await api.stockOf('Negro')
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	await shop.open('/')
	await shop.open('/pago')
	await shop.checkout.pickUp()
	await shop.checkout.phone.fill('987654321')
	await shop.checkout.payBy('Efectivo al recibir')
	await shop.checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	expect(await api.stockOf('Negro')).toBe(before - 1)
	await api.expectMail(customer.email, /^Recibimos tu pedido/)
	expect((await api.ordersOf(customer))[0]).toMatchObject({ estado: 'pendiente', metodo_pago: 'efectivo' })
	await page.goto('/perfil?tab=ordenes')
	await expect(page.getByRole('button', { name: /^Nro Orden/ })).toHaveCount(1)
})
