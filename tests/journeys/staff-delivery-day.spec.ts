import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { Courier, marksSentBy, placeOrders } from '#tests/journeys/delivery-day.ts'
import type { Customer, ShopApi } from '#tests/journeys/shop-api.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** Customer's page of an order. */
async function follow(page: Page, api: ShopApi, { email }: Customer): Promise<Locator> {
	await page.goto(await api.pathFromMail(email, /\/orden\/[\w.-]+/))
	return page.getByRole('status', { name: 'El despacho' })
}

test('a delivery day works with twelve doors, two couriers, no signal halfway, a cancelled order, a refused one, and cash', {
	tag: '@phone',
}, async ({ page, api, browser, troubles }) => {
	// The longest journey.
	test.slow()
	troubles.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 409/)
	const orders = await placeOrders(api)
	const orderOf = (nro: number) => {
		const order = orders.find(({ nro_orden }) => nro_orden === nro)
		if (!order) throw new Error(`no order ${nro}`)
		return order
	}
	const estadoOf = async (nro: number) => (await api.ordersOf(orderOf(nro).customer))[0]?.estado
	const numbers = orders.map(({ nro_orden }) => nro_orden)
	const viewport = page.viewportSize()
	const [ana, pedro] = [new Courier(page), new Courier(await browser.newPage({ viewport }))]
	const [visitor, boss] = [await browser.newPage({ viewport }), ana.phone]

	// Two rounds: the plan of the second omits the orders of the first.
	await boss.enter(api, staffLogin, '&seccion=reparto')
	await ana.leave(numbers.slice(0, 7))
	await pedro.phone.enter(api, await api.aColleague('Pedro'), '&seccion=reparto')
	await pedro.leave(numbers.slice(7), { notOffered: numbers.slice(0, 7) })

	// First stop, online: cash with change, and a photo.
	const first = await ana.shownOrder()
	await expect(await follow(visitor, api, orderOf(first).customer)).toContainText(
		/En camino\s*Llega entre \d\d:\d\d y \d\d:\d\d\./,
	)
	await ana.deliver({ paid: '50.000', hasPhoto: true })
	await expect(ana.section).toContainText(/cobrado \$\d\d\.\d{3}, vuelto \$\d\d\.\d{3}/)
	await expect(ana.section.getByRole('link', { name: /^Foto 1/ })).toBeVisible()

	// A slow connection: Pedro continues before his request arrives, and the stop stays done.
	const arrives = await pedro.delayNextMark()
	await pedro.deliver()
	await expect(pedro.section.getByText(/entregada\. Se enviará cuando haya señal\./)).toBeAttached()
	arrives()
	await expect(pedro.section.getByText('Espera señal', { exact: true })).toHaveCount(0)
	expect(await pedro.section.getByRole('button', { name: 'Entregada' }).count()).toBe(0)
	await pedro.goOn()

	// She is offline. Pedro meets one of her customers and records that stop on his phone.
	const sent = marksSentBy(page)
	await page.context().setOffline(true)
	await ana.goOn()
	const delivered = await ana.deliver()
	await ana.goOn()
	const refused = await ana.fail('No lo quiso recibir')
	await ana.goOn()
	const twice = await ana.deliver()
	await expect(ana.section.getByText('3 marcas esperan señal. Una foto espera señal.')).toBeVisible()
	await expectAccessible(page, 'panel-one-stop-offline')
	expect(await estadoOf(delivered)).toBe('pendiente')
	await pedro.deliverFor(ana, twice, 'Pedro lo entregó')

	// Online again: every request is sent once, in order, and the stop that Pedro recorded is not repeated.
	await page.context().setOffline(false)
	await expect(ana.section.getByText(`Orden ${twice}: lo que marcaste no quedó.`)).toBeVisible()
	await expect(ana.section.getByText(/esperan? señal/i)).toHaveCount(0)
	expect(sent.map(({ what }) => what)).toEqual(['entregar', 'no_entregar', 'entregar'])
	expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
	await ana.section.getByRole('button', { name: /^Descartar/ }).click()
	await expect(ana.section).toContainText('recibe Pedro lo entregó')
	expect(await Promise.all([delivered, refused, twice].map(estadoOf))).toEqual([
		'completado',
		'pendiente',
		'completado',
	])

	// One of the remaining orders is cancelled during the round.
	const off = await ana.lastOpenOrder()
	await api.editOrder(orderOf(off).orden_id, { estado: 'cancelado' })
	await page.reload()
	await ana.toggleList()
	await expect(ana.stopOf(off)).toContainText('Esta orden ya no se entrega: no la dejes.')
	await expect(ana.stopOf(off).getByRole('button', { name: 'Entregada' })).toHaveCount(0)
	await ana.toggleList()

	// Both finish their rounds.
	expect(await ana.deliverRest()).toHaveLength(2)
	expect(await pedro.deliverRest()).toHaveLength(4)
	for (const courier of [ana, pedro]) await courier.end()
	const ended = await Promise.all(numbers.map(estadoOf))
	expect(ended.toSorted()).toEqual(['cancelado', ...Array.from({ length: 10 }, () => 'completado'), 'pendiente'])
	await ana.section.getByRole('link', { name: 'Volver al reparto' }).click()
	await expect(ana.section.getByRole('listitem').filter({ hasText: `Orden ${refused}` })).toContainText('Intento 2')

	// Pages of the customers.
	await expect(await follow(visitor, api, orderOf(delivered).customer)).toContainText('Entregado')
	await expect(await follow(visitor, api, orderOf(twice).customer)).toContainText('Entregado')
	await expect(await follow(visitor, api, orderOf(refused).customer)).toContainText('No te encontramos')
	const calledOff = await follow(visitor, api, orderOf(off).customer)
	await expect(visitor.getByText('Pedido cancelado')).toBeVisible()
	await expect(calledOff).toHaveCount(0)
})
