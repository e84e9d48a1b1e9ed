import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a screen whose data is not answered says so, repeats the call once, and offers to retry', async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/sin_respuesta|signal timed out/)
	await page.addInitScript(() => {
		const { timeout } = AbortSignal
		AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 10)
	})
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	let calls = 0
	let isAnswering = false
	for (const [path, call, ready] of [
		['/pago', '/api/checkout/', 'Pago'],
		['/perfil', '/api/perfil/', /Hola/],
	] as const) {
		calls = 0
		isAnswering = false
		await page.route(`**${call}`, async (route) => {
			calls += 1
			if (isAnswering) await route.continue()
		})
		await page.goto(path)
		const late = shop.alert('La tienda no responde. Estamos probando otra vez.')
		await expect(late).toBeVisible()
		const failed = page.getByRole('main').getByRole('heading', { name: /^No pudimos/ })
		await expect(failed).toBeVisible()
		expect(calls).toBe(2)
		await expect(late).toHaveCount(0)
		isAnswering = true
		await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click()
		await expect(shop.heading(ready)).toBeVisible()
		await page.unroute(`**${call}`)
	}
})
