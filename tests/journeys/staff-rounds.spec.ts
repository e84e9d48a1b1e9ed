import type { Locator, Page } from '@playwright/test'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { momentInSantiago } from '#modules/rounds/rounds.ts'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import type { Customer, ShopApi } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

/** An order for delivery, paid in cash; delivery below 5 km is free. */
const toBring = (api: ShopApi, customer: Customer, direccion: string, telefono: string) =>
	api.anOrder(customer, { tipo_entrega: 'despacho', metodo_pago: 'efectivo', direccion, telefono })

/** Shows one stop a screen; the chosen view is stored, and buttons move through the stops. */
async function expectOneStop(section: Locator, page: Page): Promise<void> {
	const headOf = (stop: number) => section.getByRole('heading', { name: new RegExp(`parada ${stop} de 2$`) })
	await expect(headOf(1)).toBeVisible()
	await expect(section.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
		'href',
		/^https:\/\/wa\.me\/569\d{8}\?text=Hola/,
	)
	await expect(section.getByRole('link', { name: /^Llamar/ })).toHaveAttribute('href', /^tel:\+569\d{8}$/)
	await expectAccessible(page, 'panel-one-stop')
	const doors = await Promise.all(
		['Entregada', 'No estaba'].map((name) => section.getByRole('button', { name }).boundingBox()),
	)
	const [taken, missed] = doors
	if (!taken || !missed) throw new Error('the door has no buttons')
	expect(Math.min(taken.height, missed.height)).toBeGreaterThanOrEqual(56)
	expect(missed.x - (taken.x + taken.width)).toBeGreaterThanOrEqual(20)
	await section.getByRole('button', { name: 'Siguiente' }).click()
	await expect(headOf(2)).toBeVisible()
	await expect(section.getByRole('heading', { level: 3 }).last()).toBeFocused()
	await section.getByRole('button', { name: 'Anterior' }).click()
	await expect(headOf(1)).toBeVisible()
}

test('staff plan a round, depart, collect cash at one door, fail at the next, and the order waits again', {
	tag: '@phone',
}, async ({ page, api, browser }) => {
	const customer = await api.aCustomer('Rosario')
	const first = await toBring(api, customer, 'Moneda 970, Santiago', '961110001')
	const second = await toBring(api, customer, 'Avenida Providencia 1234, Providencia', '961110002')
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Reparto')
	const { section } = staff
	const waits = (nro: number) => section.getByRole('listitem').filter({ hasText: `Orden ${nro}` })
	await expect(waits(first.nro_orden)).toContainText('Cobrar $29.990')
	for (const { nro_orden } of [first, second])
		await section.getByRole('checkbox', { name: `Llevar la orden ${nro_orden}` }).check()
	await expect(section.getByText('Para empacar: 2 Negro')).toBeVisible()
	await expectAccessible(page, 'panel-deliveries')
	await section.getByRole('button', { name: 'Planear ronda de 2 órdenes' }).click()

	await expect(section.getByRole('heading', { name: /^Ronda \d+/ })).toBeVisible()
	const stops = section.getByRole('list', { name: 'Paradas' }).getByRole('listitem')
	await expect(stops).toHaveCount(2)
	await expect(section.getByRole('img', { name: /^Mapa de la ronda: la tienda, 2 paradas numeradas/ })).toBeVisible()
	await expect(section.getByRole('list', { name: 'Hora en cada puerta' })).toContainText(/1\. \d\d:\d\d/)
	const stopOf = (nro: number) => stops.filter({ hasText: `Orden ${nro}` })
	const isFirst = (await stops.first().innerText()).includes(`Orden ${first.nro_orden}`)
	await stops
		.first()
		.getByRole('button', { name: /^Después/ })
		.click()
	await expect(stops.first()).toContainText(`Orden ${isFirst ? second.nro_orden : first.nro_orden}`)
	await expect(stops.last()).toContainText('Fijada')
	await section.getByRole('button', { name: 'Salir a repartir' }).click()
	await staff.dialog.getByRole('button', { name: 'Salir' }).click()
	await expectOneStop(section, page)
	await section.getByRole('button', { name: 'Salir al panel' }).click()
	await expect(section.getByText('En camino', { exact: true })).toBeVisible()
	await api.expectMail(customer.email, /Tu pedido va en camino/)
	const path = await api.pathFromMail(customer.email, /\/orden\/[\w.-]+/)
	const follower = await browser.newPage({ viewport: page.viewportSize() })
	await follower.goto(path)
	const delivery = follower.getByRole('status', { name: 'El despacho' })
	await expect(delivery).toContainText(/En camino\s*Llega entre \d\d:\d\d y \d\d:\d\d\./)
	await expectAccessible(follower, 'tracked-on-the-way')
	await expect(stopOf(first.nro_orden).getByRole('link', { name: 'Waze' })).toHaveAttribute('href', /ll=-33\./)
	await expectAccessible(page, 'panel-round')

	await stopOf(first.nro_orden).getByRole('button', { name: 'Entregada' }).click()
	await staff.dialog.getByLabel(/^Efectivo recibido/).fill('20.000')
	await expect(staff.dialog.getByText('Faltan $9.990')).toBeVisible()
	await staff.dialog.getByRole('button', { name: 'Entregada' }).click()
	await expect(staff.dialog.getByText('La orden se paga completa al recibirla.')).toBeVisible()
	await staff.dialog.getByLabel(/^Efectivo recibido/).fill('30.000')
	await staff.dialog.getByLabel('Quién la recibe').fill('Conserje')
	await staff.dialog.getByRole('button', { name: 'Entregada' }).click()
	await expect(stopOf(first.nro_orden)).toContainText('recibe Conserje · cobrado $29.990, vuelto $10')
	await expect(stopOf(first.nro_orden).getByRole('button', { name: 'Deshacer' })).toBeVisible()

	await stopOf(second.nro_orden).getByRole('button', { name: 'No estaba' }).click()
	await staff.dialog.getByLabel('Qué pasó').selectOption('No había nadie')
	await expect(staff.dialog.getByLabel('Llevarla en otra ronda')).toBeChecked()
	await staff.dialog.getByLabel('Anular la orden').check()
	await expect(staff.dialog).toContainText('lo hace cualquiera del equipo desde la orden')
	await expectAccessible(page, 'over-panel-not-home')
	await staff.dialog.getByRole('button', { name: 'No se entregó' }).click()
	await expect(stopOf(second.nro_orden)).toContainText('No entregado')
	await expect(stopOf(second.nro_orden)).toContainText('Espera que la anule cualquiera del equipo.')
	await section.getByRole('button', { name: 'Terminar ronda' }).click()
	await staff.dialog.getByLabel(/^Efectivo contado/).fill('29.000')
	await expect(staff.dialog.getByText('Faltan $990.', { exact: true })).toBeVisible()
	await expectAccessible(page, 'over-panel-cash-count')
	await staff.dialog.getByRole('button', { name: 'Terminar' }).click()
	await expect(staff.dialog.getByText('Faltan $990. Escribe por qué.')).toBeVisible()
	await staff.dialog.getByLabel(/^Por qué no cuadra/).fill('di vuelto de más')
	await staff.dialog.getByRole('button', { name: 'Terminar' }).click()
	await expect(section.getByText('Esta ronda terminó.')).toBeVisible()
	await expect(
		section.getByText('Efectivo: se cobraron $29.990 y se contaron $29.000. Faltan $990. Motivo: di vuelto de más'),
	).toBeVisible()
	await section.getByRole('link', { name: 'Volver al reparto' }).click()
	await expect(waits(second.nro_orden)).toContainText('Intento 2')
	await expect(waits(second.nro_orden)).toContainText('Por anular')
	await expect(waits(first.nro_orden)).toHaveCount(0)
	expect((await api.orderForStaff(first.orden_id)).estado).toBe('completado')
	await follower.reload()
	await expect(delivery).toContainText(/Entregado|No te encontramos/)
	await follower.close()
})

test('staff are asked before a round leaves at night and far off its plan, not when it leaves as planned', async ({
	page,
	api,
}) => {
	const customer = await api.aCustomer('Rosario')
	const { nro_orden } = await toBring(api, customer, 'Moneda 970, Santiago', '961110009')
	const tomorrow = daysLater(dayIn(new Date()), 1)
	const staff = new StaffPage(page)
	const { section, dialog } = staff
	const setOut = async (time: string) => {
		await page.clock.setFixedTime(momentInSantiago(`${tomorrow}T${time}`) ?? '')
		await section.getByRole('button', { name: 'Salir a repartir' }).click()
	}
	await staff.enter(api, undefined, '&seccion=reparto')
	await section.getByRole('checkbox', { name: `Llevar la orden ${nro_orden}` }).check()
	await section.getByLabel('Sale de la tienda').fill(`${tomorrow}T15:00`)
	await section.getByRole('button', { name: 'Planear ronda de 1 orden' }).click()

	await setOut('14:40')
	await expect(dialog).toContainText('Cada cliente recibe un correo con la hora en que llegas.')
	await expect(dialog.getByRole('button', { name: 'Salir', exact: true })).toBeVisible()
	await dialog.getByRole('button', { name: 'Volver' }).click()

	await setOut('03:05')
	await expect(dialog.getByRole('heading', { name: '¿Salir igual?' })).toBeVisible()
	await expect(dialog).toContainText('Son las 03:05.')
	await expect(dialog).toContainText('El plan era salir a las 15:00.')
	await expect(dialog).toContainText(/A un cliente le llega ahora un correo con su hora \(entre 03:\d0 y 04:\d0\)\./)
	await expectAccessible(page, 'over-panel-odd-departure')
	await dialog.getByRole('button', { name: 'Salir igual' }).click()
	await expect(section.getByRole('heading', { name: /parada 1 de 1$/ })).toBeVisible()
	await api.expectMail(customer.email, /Tu pedido va en camino/)
})

/** Presses at the middle of a handle, moves to the middle of a target, and lifts: by touch on a phone, else by mouse. */
async function drag(page: Page, grip: Locator, target: Locator, isTouch: boolean): Promise<void> {
	await grip.scrollIntoViewIfNeeded()
	const middles = await Promise.all([grip, target].map((one) => one.boundingBox()))
	const [from, to] = middles.map((box) => box && { x: box.x + box.width / 2, y: box.y + box.height / 4 })
	if (!from || !to) throw new Error('nothing to drag')
	const way = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => ({ x: from.x, y: from.y + (to.y - from.y) * part }))
	if (!isTouch) {
		await page.mouse.move(from.x, from.y)
		await page.mouse.down()
		for (const { x, y } of way) await page.mouse.move(x, y)
		await page.waitForTimeout(50)
		await page.mouse.up()
		return
	}
	const touch = await page.context().newCDPSession(page)
	for (const [at, point] of way.entries())
		await touch.send('Input.dispatchTouchEvent', { type: at ? 'touchMove' : 'touchStart', touchPoints: [point] })
	await page.waitForTimeout(50)
	await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test(
	'staff move a stop of a planned round by dragging or by its number, and the page still scrolls beside the handle',
	{
		tag: '@both-widths',
	},
	async ({ page, api }, { project }) => {
		const isTouch = project.name === 'phone'
		const customer = await api.aCustomer('Violeta')
		const streets = ['Moneda 970, Santiago', 'Avenida Providencia 1234, Providencia', 'San Diego 1200, Santiago']
		const staff = new StaffPage(page)
		const orders = []
		for (const [at, street] of streets.entries())
			orders.push(await toBring(api, customer, street, `9${isTouch ? 66 : 77}00100${at}`))
		await staff.enter(api)
		await staff.go('Reparto')
		const { section } = staff
		for (const { nro_orden } of orders)
			await section.getByRole('checkbox', { name: `Llevar la orden ${nro_orden}` }).check()
		await section.getByRole('button', { name: 'Planear ronda de 3 órdenes' }).click()
		const stops = section.getByRole('list', { name: 'Paradas' }).getByRole('listitem')
		await expect(stops).toHaveCount(3)
		const numbers = async () => (await stops.allInnerTexts()).map((text) => /Orden (\d+)/.exec(text)?.[1])
		const [first, second, third] = await numbers()
		await stops.nth(1).scrollIntoViewIfNeeded()
		await drag(page, stops.nth(1).getByTitle('Arrastrar'), stops.nth(0), isTouch)
		await expect.poll(numbers).toEqual([second, first, third])
		await expect(stops.nth(0)).toContainText('Fijada')
		await expect(stops.nth(0)).not.toHaveAttribute('style', /translate/)
		await drag(page, stops.nth(0).getByTitle('Arrastrar'), stops.nth(0), isTouch)
		expect(await numbers()).toEqual([second, first, third])
		await stops.nth(2).getByLabel(`Parada de la orden ${third}`).selectOption('1')
		await expect.poll(numbers).toEqual([third, second, first])
		await expect(stops.nth(0)).toContainText('Fijada')
		await expect(stops.nth(0).getByLabel(`Parada de la orden ${third}`)).toHaveValue('0')
		if (!isTouch) return
		const before = await page.evaluate(() => scrollY)
		await drag(page, stops.nth(0).getByText(/^Orden/), stops.nth(2), true)
		await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before)
		expect(await numbers()).toEqual([third, second, first])
	},
)

test('an action without a signal is stored on the phone and sent once online', { tag: '@phone' }, async ({
	page,
	api,
	troubles,
}) => {
	troubles.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
	const customer = await api.aCustomer('Ester')
	const first = await toBring(api, customer, 'Moneda 970, Santiago', '963330001')
	const second = await toBring(api, customer, 'Avenida Providencia 1234, Providencia', '963330002')
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Reparto')
	const { section, dialog } = staff
	await section.getByRole('checkbox', { name: `Llevar la orden ${first.nro_orden}` }).check()
	await section.getByRole('button', { name: 'Planear ronda de 1 orden' }).click()
	await section.getByText('Agregar una orden').click()
	await section.getByRole('button', { name: `Agregar la orden ${second.nro_orden}` }).click()
	await expect(section.getByRole('button', { name: `Quitar la orden ${second.nro_orden}` })).toBeVisible()
	await section.getByRole('button', { name: 'Salir a repartir' }).click()
	await dialog.getByRole('button', { name: 'Salir' }).click()
	await section.getByRole('button', { name: 'Lista de paradas' }).click()
	const stopOf = (nro: number) => section.getByRole('listitem').filter({ hasText: `Orden ${nro}` })

	await page.context().setOffline(true)
	await stopOf(first.nro_orden).getByRole('button', { name: 'Entregada' }).click()
	await dialog.getByLabel(/^Quién la recibe/).fill('Vecina')
	await dialog.getByRole('button', { name: 'Entregada' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(stopOf(first.nro_orden)).toContainText('recibe Vecina')
	await expect(stopOf(first.nro_orden)).toContainText('Espera señal')
	await stopOf(second.nro_orden).getByRole('button', { name: 'No estaba' }).click()
	await dialog.getByRole('button', { name: 'No se entregó' }).click()
	await expect(section.getByText('2 marcas esperan señal.')).toBeVisible()
	await stopOf(second.nro_orden).getByRole('button', { name: 'Deshacer' }).click()
	await expect(section.getByText('Una marca espera señal.')).toBeVisible()
	await section.getByRole('button', { name: 'Terminar ronda' }).click()
	await dialog.getByLabel(/^Efectivo contado/).fill('29.990')
	await dialog.getByRole('button', { name: 'Terminar' }).click()
	await expect(dialog).toContainText('Lo que marcaste espera señal.')
	await dialog.getByRole('button', { name: 'Volver' }).click()
	await expectAccessible(page, 'panel-round-offline')
	expect((await api.orderForStaff(first.orden_id)).estado).toBe('pendiente')

	await page.context().setOffline(false)
	await expect(section.getByText(/esperan? señal/i)).toHaveCount(0)
	await expect(stopOf(first.nro_orden)).toContainText('recibe Vecina')
	await expect(stopOf(second.nro_orden).getByRole('button', { name: 'Entregada' })).toBeVisible()
	expect((await api.orderForStaff(first.orden_id)).estado).toBe('completado')
	expect((await api.orderForStaff(second.orden_id)).estado).toBe('pendiente')
	await section.getByRole('button', { name: 'Terminar ronda' }).click()
	await dialog.getByLabel(/^Efectivo contado/).fill('29.990')
	await dialog.getByRole('button', { name: 'Terminar' }).click()
	await expect(section.getByText('Esta ronda terminó.')).toBeVisible()
})
