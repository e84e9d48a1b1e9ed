import type { Locator } from '@playwright/test'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { streets } from '#tests/journeys/checkout-page.ts'
import { type Customer, line } from '#tests/journeys/shop-api.ts'
import type { ShopPage } from '#tests/journeys/shop-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

let customer: Customer

test.beforeEach(async ({ api, shop }) => {
	customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro')] })
})

test('the address suggestions can be moved through, closed and chosen by keyboard', async ({ shop, page }) => {
	await shop.open('/pago')
	const { address } = shop.checkout
	const { keyboard } = page
	const active = page.getByRole('option', { selected: true })
	await expect(address).toHaveAttribute('aria-expanded', 'false')
	await address.pressSequentially('apoquindo 4501')
	await expect(
		page.getByRole('status').filter({ hasText: '5 direcciones. Usa las flechas para elegir.' }),
	).toBeAttached()
	await expect(address).toHaveAttribute('aria-expanded', 'true')
	await expect(active).toHaveCount(0)

	await keyboard.press('ArrowDown')
	await expect(active).toHaveAccessibleName(/^Avenida Apoquindo 4501 Las Condes/)
	const first = (await active.getAttribute('id')) ?? ''
	await expect(address).toHaveAttribute('aria-activedescendant', first)
	await keyboard.press('ArrowDown')
	await expect(address).not.toHaveAttribute('aria-activedescendant', first)
	await keyboard.press('ArrowUp')
	await keyboard.press('ArrowUp')
	await expect(active).toHaveCount(0)
	await keyboard.press('ArrowUp')
	await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')

	await keyboard.press('Escape')
	await expect(page.getByRole('listbox')).toBeHidden()
	await expect(address).toHaveValue('apoquindo 4501')
	await expect(address).toBeFocused()
	await expect(address).not.toHaveAttribute('aria-activedescendant')
	await keyboard.press('ArrowDown')
	await expect(active).toHaveAccessibleName(/^Avenida Apoquindo 4501/)
	await keyboard.press('Enter')
	await expect(address).toHaveValue(streets.apoquindo.shown)
	await expect(address).toBeFocused()
	await expect(page.getByRole('listbox')).toBeHidden()
	await expect(page).toHaveURL('/pago')
	await expect(shop.checkout.amount('Despacho')).toHaveText('$3.500')

	await address.fill('moneda 970')
	await expect(page.getByRole('option', { name: /^Moneda 970/ }).first()).toBeVisible()
	await keyboard.press('ArrowDown')
	await keyboard.press('Tab')
	await expect(address).toHaveValue(streets.moneda.shown)
	await expect(page.getByLabel('Número / Depto.')).toBeFocused()
	await expect(shop.checkout.amount('Despacho')).toHaveText('Gratis')
	await expect(shop.checkout.map).toHaveAccessibleName(/^Mapa con Moneda 970/)
})

test('the address field is a combobox with a list for screen readers', async ({ shop, page }) => {
	await shop.open('/pago')
	await shop.checkout.address.pressSequentially('moneda 970')
	await expect(page.getByRole('option').first()).toBeVisible()
	await page.keyboard.press('ArrowDown')
	await expect(page.locator('.combobox')).toMatchAriaSnapshot(`
		- text: Dirección
		- combobox "Dirección" [expanded]: moneda 970
		- listbox "Direcciones":
		  - option /^Moneda 970 Santiago/ [selected]
	`)
	await expect(shop.checkout.address).toHaveAttribute('aria-autocomplete', 'list')
	const list = await shop.checkout.address.getAttribute('aria-controls')
	await expect(page.getByRole('listbox')).toHaveAttribute('id', list ?? '')
	await page.getByRole('option').first().click()
	await expect(page.locator('.combobox')).toMatchAriaSnapshot(`
		- text: Dirección
		- combobox "Dirección": Moneda 970, Santiago
	`)
})

/** True when the image has its frame's aspect ratio: cropping could remove the attribution. */
async function isUncut(map: Locator): Promise<boolean> {
	return await map.evaluate(
		(image: HTMLImageElement) =>
			Math.abs(image.naturalWidth / image.naturalHeight - image.clientWidth / image.clientHeight) < 0.02,
	)
}

/** The colour just above the centre of the map, on the marker. */
async function colorOfMiddle(shop: ShopPage): Promise<string> {
	return await shop.checkout.map.evaluate((image: HTMLImageElement) => {
		const { naturalWidth: width, naturalHeight: height } = image
		const canvas = new OffscreenCanvas(width, height)
		const drawing = canvas.getContext('2d')
		drawing?.drawImage(image, 0, 0)
		return [...(drawing?.getImageData(width / 2, height / 2 - 12, 1, 1).data ?? [])].join(' ')
	})
}

test('the map shows Santiago first, then the chosen address with a marker', async ({ shop, page }) => {
	const { checkout } = shop
	const held = Promise.withResolvers<void>()
	await page.route('**/api/mapas/mapa.svg*', async (route) => {
		await held.promise
		await route.continue()
	})
	await shop.open('/pago')
	await expect(page.getByText('Cargando mapa...')).toBeVisible()
	held.resolve()
	await expect(page.getByText('Cargando mapa...')).toHaveCount(0)
	await expect(checkout.map).toHaveAccessibleName('Mapa de Santiago')
	await expect(checkout.map).toHaveAttribute('src', '/api/mapas/mapa.svg?zoom=12')
	expect(await isUncut(checkout.map)).toBe(true)
	const markerColor = '22 23 26 255'
	expect(await colorOfMiddle(shop)).not.toBe(markerColor)
	await expect(page.getByRole('figure')).toContainText('OpenStreetMap')
	// The attribution is drawn into the image; its text is for screen readers only.
	const credit = await page
		.getByRole('figure')
		.getByText(/OpenStreetMap/)
		.boundingBox()
	expect(credit?.width).toBeLessThanOrEqual(1)
	await expect(page.getByRole('figure').locator('a, button, [tabindex]')).toHaveCount(0)

	await checkout.deliverTo(streets.apoquindo)
	await expect(checkout.map).toHaveAccessibleName('Mapa con Avenida Apoquindo 4501, Las Condes marcada')
	await expect(checkout.map).toHaveAttribute('src', /lat=-33\.41\d*&lng=-70\.5\d*&zoom=16$/)
	await expect.poll(() => colorOfMiddle(shop)).toBe(markerColor)
	await checkout.address.fill('otra')
	await expect(checkout.map).toHaveAccessibleName('Mapa de Santiago')
})

test('the checkout survives a reload and the return from the gateway', async ({ shop, page }) => {
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.deliverTo(streets.vitacura, 'Torre B')
	await checkout.phone.fill('987654321')
	await checkout.validateCoupon('SHAKER5000')
	await checkout.payBy('Transferencia bancaria')
	const expectAll = async () => {
		await expect(checkout.address).toHaveValue(streets.vitacura.shown)
		await expect(page.getByLabel('Número / Depto.')).toHaveValue('Torre B')
		await expect(checkout.phone).toHaveValue('987654321')
		await expect(checkout.coupon).toHaveValue('SHAKER5000')
		await expect(checkout.amount('Despacho')).toHaveText('$4.000')
		await expect(checkout.amount('Total a pagar')).toHaveText('$28.990')
		await expect(checkout.map).toHaveAccessibleName(/^Mapa con Avenida Vitacura 5951/)
	}
	await expectAll()
	await page.reload()
	await expectAll()
	await expect(page.getByRole('radio', { name: /^Transferencia bancaria/ })).toBeChecked()
	await checkout.payBy('Pago en línea')
	await checkout.confirm()
	await expect(page.getByRole('heading', { name: 'Paga tu compra' })).toBeVisible()
	await page.goBack()
	await expectAll()
	await expect(checkout.confirmButton).toBeEnabled()
	await shop.expectBadge(1)
})

test('the same order is placed anew after its customer cancelled it', async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 409/)
	const place = async () => {
		await shop.open('/pago')
		await shop.checkout.orderForPickup()
		await expect(page.getByRole('heading', { name: 'Paga tu compra' })).toBeVisible()
	}
	await place()
	const [{ nro_orden = 0 } = {}] = await api.ordersOf(customer)
	const account = new AccountPage(shop)
	await account.open('ordenes')
	await account.order(nro_orden).click()
	await page.getByRole('button', { name: 'Cancelar pedido' }).click()
	await account.dialog.getByRole('button', { name: 'Cancelar pedido' }).click()
	await account.expectTimeline(['Pedido recibido', 'Pedido cancelado'])
	await place()
	expect((await api.ordersOf(customer)).map(({ estado }) => estado)).toEqual(['pendiente', 'cancelado'])
})

test('the address suggestions move no field', async ({ shop, api, page }) => {
	await api.editProfile(customer, { direccion: 'Moneda 970, Santiago, Depto 504' })
	let letItCome = (): void => undefined
	const held = new Promise<void>((resolve) => {
		letItCome = resolve
	})
	await page.route('**/api/perfil/', async (route) => {
		await held
		await route.continue()
	})
	await shop.open('/pago')
	await page.evaluate(() => document.fonts.ready)
	const { address } = shop.checkout
	const before = await address.boundingBox()
	letItCome()
	const offer = page.getByRole('button', { name: /^Usar mi dirección/ })
	await expect(offer).toBeVisible()
	expect(await address.boundingBox()).toEqual(before)
})

test('the phone and address of a returning customer are suggestions, not values', async ({ shop, api, page }) => {
	await api.editProfile(customer, { telefono: '911112222', direccion: 'Moneda 970, Santiago, Depto 504' })
	await shop.open('/pago')
	const { checkout } = shop
	await expect(checkout.phone).toHaveValue('911112222')
	await expect(checkout.address).toHaveValue('')
	await checkout.confirm()
	await expect(checkout.address).toHaveAccessibleDescription('Ingresa tu dirección de despacho.')
	await page.getByRole('button', { name: 'Usar mi dirección: Moneda 970, Santiago, Depto 504' }).click()
	await expect(checkout.address).toHaveValue('Moneda 970, Santiago')
	await expect(page.getByLabel('Número / Depto.')).toHaveValue('Depto 504')
	await expect(checkout.address).toHaveAccessibleDescription('')
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
	await expect(checkout.map).toHaveAccessibleName(/^Mapa con Moneda 970/)
	await checkout.phone.fill('933334444')
	await checkout.payBy('Efectivo al recibir')
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	expect((await api.ordersOf(customer))[0]).toMatchObject({ telefono: '933334444', despacho: 0 })
	expect((await api.ordersOf(customer))[0]?.direccion).toBe('Moneda 970, Santiago, Depto 504')
})

test('an address in several communes offers each as a button', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 422/)
	const { checkout } = shop
	await shop.open('/pago')
	await checkout.address.fill('san martin 450')
	await checkout.phone.fill('987654321')
	await expect(checkout.address).toHaveAccessibleDescription(
		/^Hay más de una «San Martín 450»: en .*Santiago.* Elige tu dirección de la lista\.$/,
	)
	await checkout.confirm()
	await expect(checkout.address).toBeFocused()
	await expect(checkout.address).toHaveValue('san martin 450')
	await page
		.getByRole('list', { name: 'Direcciones parecidas' })
		.getByRole('button', { name: /^San Martín 450 Santiago,/ })
		.click()
	await expect(checkout.address).toHaveValue('San Martín 450, Santiago')
	await expect(checkout.address).toHaveAccessibleDescription('')
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
})

test('an unknown street offers another way to enter the address', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 422/)
	const { checkout } = shop
	await shop.open('/pago')
	await checkout.address.pressSequentially('calle inventadisima 123')
	const way = /^No encontramos esa dirección en el mapa\. Elige la esquina/
	await expect(checkout.address).toHaveAccessibleDescription(way)
	await checkout.phone.focus()
	await expect(page.getByText('Con una dirección que conozcamos')).toBeVisible()
	await expect(checkout.address).toHaveAccessibleDescription(way)
	await expect(page.getByText('Elige tu dirección de la lista.')).toHaveCount(0)
	await checkout.address.fill('metro el golf')
	await page.getByRole('option', { name: /^Metro El Golf/ }).click()
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
})

test('a street picked without its number is priced at the typed house number', async ({ shop, page }) => {
	const { checkout } = shop
	await shop.open('/pago')
	await checkout.address.fill('apoquindo')
	await page.getByRole('option', { name: /^Avenida Apoquindo Las Condes/ }).click()
	await page.getByLabel('Número / Depto.').fill('4501 of. 12')
	await checkout.phone.fill('987654321')
	await expect(page.getByText('Despachamos a Avenida Apoquindo 4501, Las Condes.')).toBeVisible()
	await expect(page.getByText('Despacho $3.500 · aprox. 6,1 km')).toBeVisible()
})

test('a possible house number is confirmed beside its field', async ({ shop, page, troubles }) => {
	troubles.allow(/status of 422/)
	await shop.open('/pago')
	const { checkout } = shop
	const { address, phone } = checkout
	const number = page.getByLabel('Número / Depto.')
	await address.fill('avenida irarrazaval')
	await page
		.getByRole('option', { name: /^Avenida Irarrázaval/ })
		.first()
		.click()
	await number.fill('frente al 5000')
	await phone.fill('987654321')
	await expect(page.getByText('¿Qué número es?')).toBeVisible()
	await expect(number).toHaveAttribute('aria-invalid', 'true')
	await checkout.payBy('Efectivo al recibir')
	await checkout.confirm()
	await expect(number).toBeFocused()
	await expectAccessible(page, 'checkout-unclear-number')
	await number.fill('No 5000 depto 3')
	await phone.focus()
	await expect(number).not.toHaveAttribute('aria-invalid')
	await expect(checkout.amount('Despacho')).toHaveText('$3.500')
})

test('a returning customer is offered the address of the last order', async ({ shop, api, page }) => {
	const { checkout } = shop
	await shop.open('/pago')
	await checkout.deliverTo(streets.apoquindo)
	// A confirmation before the delivery price is known opens the dialog about the total.
	await expect(checkout.amount('Despacho')).toHaveText('$3.500')
	await checkout.phone.fill('955556666')
	await checkout.payBy('Efectivo al recibir')
	await checkout.confirm()
	await expect(shop.heading('¡Gracias! Recibimos tu pedido.')).toBeVisible()
	await shop.arriveWith({ cart: [line('Blanco')] })
	await shop.open('/pago')
	await expect(checkout.phone).toHaveValue('955556666')
	await page.getByRole('button', { name: `Usar mi dirección: ${streets.apoquindo.shown}`, exact: true }).click()
	await expect(checkout.address).toHaveValue(streets.apoquindo.shown)
	await expect(checkout.amount('Despacho')).toHaveText('$3.500')
	await checkout.confirm()
	await checkout.payAtMercadoPago('Aprobar pago')
	await expect(shop.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible()
	const [second, first] = await api.ordersOf(customer)
	expect(second).toMatchObject({ direccion: first?.direccion, telefono: '955556666', total: 33_490 })
})
