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
