import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

// Its numbers are those of a whole shop.
test.use({ shopOf: 'visits' })

test('an order of a visit from a marked link is counted under its source', { tag: '@phone' }, async ({
	shop,
	api,
	page,
}) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer })
	await shop.open('/?utm_source=Instagram&color=celeste')
	const kept = () => page.evaluate(() => sessionStorage.getItem('utm_source'))
	await expect.poll(kept).toBe('Instagram')
	await shop.addToCart('Rosado')
	await shop.open('/politicas?utm_source=otra')
	await shop.open('/pago')
	expect(await kept()).toBe('Instagram')
	await shop.checkout.orderForPickup('Transferencia bancaria')
	await expect(page).toHaveURL('/checkout-transferencia')
	await api.anOrder(customer, { metodo_pago: 'transferencia' })

	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=numeros')
	const sources = page.getByRole('region', { name: 'De dónde vienen los pedidos', exact: true })
	const row = (name: string) => sources.getByRole('row', { name: new RegExp(`^${name}`) })
	if (!(await row('instagram').isVisible())) await sources.getByText('De dónde vienen los pedidos').click()
	await expect(row('instagram')).toHaveText('instagram1$29.990')
	await expect(row('Sin marca')).toHaveText('Sin marca1$29.990')
})

test.describe('in a person’s browser', () => {
	test.use({
		userAgent:
			'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
	})

	test('Home is measured when it is hidden, and the panel shows it without a share of one visit', {
		tag: '@phone',
	}, async ({ shop, api, page }) => {
		const loaded = page.waitForResponse(/report-speed/)
		await shop.open('/')
		await loaded
		await shop.addToCart('Rosado')
		const hide = () =>
			page.evaluate(() => {
				Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
				document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
			})
		const reports: unknown[] = []
		page.on('request', (request) => request.url().endsWith('/api/velocidad/') && reports.push(request.postDataJSON()))
		const answered = page.waitForResponse('**/api/velocidad/')
		await hide()
		expect((await answered).status()).toBe(204)
		await hide()

		const staff = new StaffPage(page)
		await staff.enter(api, undefined, '&seccion=numeros')
		const speed = page.getByRole('region', { name: 'Velocidad para tus clientes', exact: true })
		await speed.getByText('Velocidad para tus clientes').click()
		for (const name of [/^Se ve en/, /^Responde en/])
			await expect(speed.getByRole('row', { name })).toHaveText(/—\d\d1$/)
		await expect(speed.getByRole('row', { name: /^Nada se mueve/ })).toHaveText(/—001$/)
		expect(reports).toEqual([{ lcp: expect.any(Number), inp: expect.any(Number), cls: 0 }])
	})
})
