import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { Courier } from '#tests/journeys/delivery-day.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** Returns stored data of this browser that names a door or a customer, from its stores and the worker's caches. */
const storedOf = (page: Page, text: string) =>
	page.evaluate(async (wanted) => {
		const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
		const answers = await Promise.all(
			caches_.flatMap(async (cache) => Promise.all((await cache.keys()).map((request) => cache.match(request)))),
		)
		const bodies = await Promise.all(answers.flat().map(async (answer) => (await answer?.clone().text()) ?? ''))
		return [...Object.values({ ...localStorage }), ...Object.values({ ...sessionStorage }), ...bodies].filter((body) =>
			String(body).includes(wanted),
		).length
	}, text)

/** Waits until the worker has cached the whole page of a round. */
const expectPageKept = (page: Page) =>
	expect
		.poll(() => page.evaluate(async () => (await caches.match('/perfil')) !== undefined && caches.keys()))
		.toEqual([expect.stringMatching(/^reparto-[0-9a-f]{16}$/)])

test('a courier who reloads offline still has the page and the round, and the recorded stops are sent later', {
	tag: '@phone',
}, async ({ page, api, troubles }) => {
	troubles.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|could not be|sin_conexion/)
	const customer = await api.aCustomer('Amparo')
	const orders = [
		await api.aDelivery(customer, 'Huérfanos 1160, Santiago', '955620001'),
		await api.aDelivery(customer, 'San Diego 1245, Santiago', '955620002'),
	]
	const courier = new Courier(page)
	const { section } = courier
	await courier.phone.enter(api, undefined, '&seccion=reparto')
	await courier.leave(orders.map(({ nro_orden }) => nro_orden))
	await expectPageKept(page)
	await courier.expectStopAlone()
	await page.reload()
	await courier.expectStopAlone()

	// Offline: one stop is recorded, and the page is opened again.
	await page.context().setOffline(true)
	const first = await courier.deliver()
	await page.reload()
	await expect(section.getByText(/^Sin señal: ves la ronda de las \d\d:\d\d\.$/)).toBeVisible()
	await expect(section.getByText('Una marca espera señal.')).toBeVisible()
	await expect(section.getByRole('heading', { name: /parada 2 de 2$/ })).toBeVisible()
	await courier.expectStopAlone()
	await expectAccessible(page, 'panel-round-reloaded-offline')
	const second = await courier.deliver({ byTransfer: true })
	await expect(section.getByText(/pagó por transferencia, falta verla$/)).toBeVisible()
	expect(second).not.toBe(first)
	await page.reload()
	await expect(section.getByText('2 marcas esperan señal.')).toBeVisible()
	await page.goto('/perfil')
	await page.getByRole('link', { name: 'Ver la ronda en camino' }).click()
	await expect(section.getByText('2 marcas esperan señal.')).toBeVisible()

	// Online again: both requests arrive once; finishing the round removes it from the phone.
	await page.context().setOffline(false)
	await expect(section.getByText(/esperan? señal/)).toHaveCount(0)
	expect((await api.ordersOf(customer)).map(({ estado }) => estado)).toEqual(['completado', 'completado'])
	await expect(section.getByText(/pagó por transferencia, falta verla$/)).toBeVisible()
	await page.reload()
	await expect(section.getByRole('heading', { name: /parada 2 de 2$/ })).toBeVisible()
	expect(await storedOf(page, 'Amparo')).toBeGreaterThan(0)
	await courier.end()
	await expect.poll(() => storedOf(page, 'Amparo')).toBe(0)
})

test('a logout removes every round from the phone', { tag: '@phone' }, async ({ page, api, troubles }) => {
	troubles.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|could not be|sin_conexion/)
	const customer = await api.aCustomer('Leonor')
	const orders = [
		await api.aDelivery(customer, 'Avenida Italia 1000, Providencia', '955620003'),
		await api.aDelivery(customer, 'Moneda 970, Santiago', '955620004'),
	]
	const courier = new Courier(page)
	await courier.phone.enter(api, undefined, '&seccion=reparto')
	await courier.leave(orders.map(({ nro_orden }) => nro_orden))
	await expectPageKept(page)
	await expect.poll(() => storedOf(page, 'Leonor')).toBeGreaterThan(0)
	const round = page.url()
	await courier.leaveDriving()
	await page.getByRole('button', { name: 'Menú' }).click()
	await page.getByRole('button', { name: 'Cerrar sesión' }).click()
	await expect(page).toHaveURL(/\/login$/)
	expect(await storedOf(page, 'Leonor')).toBe(0)
	await page.context().setOffline(true)
	await page.goto(round)
	await expect(page.getByText('Inicia sesión para ver tu perfil')).toBeVisible()
	await expect(page.getByText('Leonor')).toHaveCount(0)
})
