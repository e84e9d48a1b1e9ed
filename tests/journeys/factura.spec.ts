import { readFile } from 'node:fs/promises'
import type { ReceptorAnswer } from '#modules/tax-documents/shapes.ts'
import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { AccountPage } from '#tests/journeys/account-page.ts'
import { line, price } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

// Two units exceed the amount allowed without a buyer's name.
test.use({ shopSettings: { UF_135: '40000' } })

test('a company pays by card, gets its factura, which staff export, and is prefilled the next time', async ({
	shop,
	api,
	page,
	browser,
	baseURL,
}) => {
	const customer = await api.aCustomer('Camila')
	await shop.arriveWith({ customer, cart: [line('Negro')] })
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.pickUp()
	await checkout.phone.fill('987654321')
	await checkout.payBy('Pago en línea')
	await expect(page.getByRole('radio', { name: 'Boleta' })).toBeChecked()
	await expect(page.getByLabel(/^RUT/)).toHaveCount(0)
	await page.getByRole('radio', { name: /^Factura/ }).check()
	const rut = page.getByLabel('RUT de la empresa')
	await checkout.confirm()
	await expect(rut).toBeFocused()
	await expect(page.getByText('Escribe la razón social.')).toBeVisible()
	await rut.fill('761920838')
	await page.getByLabel('Razón social').fill('Comercial Ñandú & Cía. SpA')
	await expect(page.getByText('Ese RUT no es válido. Revisa los números y el dígito verificador.')).toBeVisible()
	await rut.fill('761920839')
	await page.getByLabel('Giro').fill('Arriendo de bicicletas')
	await expect(rut).toHaveValue('76.192.083-9')
	await expect(rut).toHaveAccessibleDescription('Con su dígito verificador, con puntos o sin ellos.')
	await page.getByLabel('Dirección de la empresa').fill('Av. Siempre Viva 742')
	await page.getByLabel('Comuna de la empresa').fill('Ñuñoa')
	await expectAccessible(page, 'checkout-factura')
	await checkout.confirm()
	await checkout.payAtMercadoPago('Aprobar pago')
	await expect(shop.heading('¡Gracias! Tu pago está confirmado.')).toBeVisible()

	const [order] = await api.ordersOf(customer)
	await api.expectMail(customer.email, /^Factura N° \d+ · Orden N°/)
	const account = new AccountPage(shop)
	await account.open('ordenes')
	await account.order(order?.nro_orden ?? 0).click()
	await expect(account.fact('Factura a nombre de')).toHaveText('Comercial Ñandú & Cía. SpA, RUT 76.192.083-9')
	const link = page.getByRole('link', { name: /^Factura N° \d+/ })
	const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
	expect([pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
		'application/pdf',
		'%PDF-',
	])

	const office = await browser.newPage(baseURL === undefined ? {} : { baseURL })
	const staff = new StaffPage(office)
	await staff.enter(api, undefined, '&seccion=numeros')
	const months = staff.section.getByLabel('Mes para el contador')
	await months.selectOption({ index: 0 })
	const month = await months.inputValue()
	const download = office.waitForEvent('download')
	await staff.section.getByRole('button', { name: 'Documentos tributarios' }).click()
	const file = await download
	expect(file.suggestedFilename()).toBe(`documentos-${month}.csv`)
	const row = (await readFile(await file.path(), 'utf8')).split('\r\n').find((text) => text.includes(order?.id ?? '-'))
	expect(row?.split(';').slice(0, 2)).toEqual(['33', 'Factura'])
	expect(row).toContain(`;${price};${order?.nro_orden};mercadopago;`)
	await office.close()

	await shop.arriveWith({ customer, cart: [line('Celeste')] })
	await shop.open('/pago')
	await expect(page.getByRole('radio', { name: 'Boleta' })).toBeChecked()
	await page.getByRole('radio', { name: /^Factura/ }).check()
	await expect(rut).toHaveValue('76.192.083-9')
	await expect(page.getByLabel('Comuna de la empresa')).toHaveValue('Ñuñoa')

	await account.open()
	await expect(account.fact('Factura')).toHaveText('Comercial Ñandú & Cía. SpA, RUT 76.192.083-9')
	await page.getByRole('button', { name: 'Editar' }).click()
	await page.getByRole('checkbox', { name: /^No ofrecerme más Comercial Ñandú/ }).check()
	await expectAccessible(page, 'profile-factura')
	await page.getByRole('button', { name: 'Guardar' }).click()
	await expect(account.fact('Nombre')).toBeVisible()
	await expect(account.fact('Factura')).toHaveCount(0)
})

test('the checkout requires the buyer above 135 UF only', async ({ shop, api, page }) => {
	const customer = await api.aCustomer('Julieta')
	await shop.arriveWith({ customer, cart: [line('Rosado', 2)] })
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.pickUp()
	await checkout.phone.fill('987654321')
	await checkout.payBy('Efectivo al recibir')
	const rut = page.getByLabel('RUT de quien compra')
	await checkout.confirm()
	await expect(rut).toBeFocused()
	await rut.fill('12345678-5')
	await page.getByLabel('Nombre de quien compra').fill('Julieta Rojas')
	await checkout.confirm()
	await expect(page).toHaveURL(/^[^?]*\/checkout-success/)
	const receptor: ReceptorAnswer | null | undefined = (await api.ordersOf(customer))[0]?.receptor
	expect(receptor).toMatchObject({ tipo: 39, razon_social: 'Julieta Rojas' })
})
