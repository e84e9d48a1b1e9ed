import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { streets } from '#tests/journeys/checkout-page.ts'
import { newAccount } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a sale agreed by chat becomes a link in eight taps from Hoy, and its customer pays with it', {
	tag: '@phone',
}, async ({ page, api, context, browser }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	const staff = new StaffPage(page)
	const { section } = staff
	await staff.enter(api, undefined, '&seccion=hoy')
	let taps = 0
	const tap = async (control: ReturnType<typeof section.getByRole>) => {
		taps += 1
		await control.click()
	}
	await tap(section.getByRole('link', { name: 'Nueva venta' }))
	await expectAccessible(page, 'panel-sale')
	await tap(section.getByRole('button', { name: 'Agregar uno: Negro' }))
	await tap(section.getByLabel('Teléfono'))
	await page.keyboard.type('987001122')
	await tap(section.getByLabel('Nombre'))
	await page.keyboard.type('Rosa Díaz')
	await tap(section.getByLabel('Correo'))
	const { email } = newAccount('Rosa')
	await page.keyboard.type(email)
	await tap(section.getByRole('button', { name: 'Crear enlace' }))
	await tap(section.getByRole('button', { name: 'Copiar enlace' }))
	expect(taps).toBeLessThanOrEqual(8)
	await expect(section.getByText('Copiado', { exact: true }).first()).toBeVisible()
	await expectAccessible(page, 'panel-sale-entered')
	await expect(section.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
		'href',
		/^https:\/\/wa\.me\/56987001122\?text=Hola%20Rosa/,
	)
	const link = await page.evaluate(() => navigator.clipboard.readText())

	// Another browser, without any account.
	const theirs = await (await browser.newContext()).newPage()
	await theirs.goto(link)
	await expect(theirs.getByRole('main')).toContainText('Preparamos este pedido contigo')
	await expectAccessible(theirs, 'own-sale')
	await theirs.getByLabel('Webpay Plus').check()
	await theirs.getByRole('button', { name: 'Pagar ahora' }).click()
	await theirs.getByRole('button', { name: 'Aprobar pago' }).click()
	await theirs.waitForURL(/checkout-success/)
	await theirs.goto(link)
	await expect(theirs.getByText('Pago confirmado')).toBeVisible()
	await expect(theirs.getByRole('button', { name: 'Pagar ahora' })).toHaveCount(0)
	await theirs.context().close()

	await section.getByRole('link', { name: 'Ver la orden' }).click()
	await expect(section).toContainText('Venta de jefa@premiumshaker.cl: enlace de pago')
})

test('a sale says what is missing, keeps what was typed, and is delivered to an account that was found', {
	tag: '@phone',
}, async ({ page, api }) => {
	const customer = await api.aCustomer()
	await api.anOrder(customer, { telefono: '955443322' })
	const staff = new StaffPage(page)
	const { section } = staff
	await staff.enter(api, undefined, '&seccion=venta')
	await section.getByRole('button', { name: 'Crear enlace' }).click()
	await expect(section).toContainText('Elige al menos una botella.')
	await expect(section).toContainText('Ingresa un correo válido.')
	await section.getByRole('button', { name: 'Agregar uno: Rosado' }).click()
	await section.getByRole('button', { name: 'Agregar uno: Rosado' }).click()
	await section.getByLabel('Teléfono').fill('955443322')
	await section.getByRole('button', { name: /^Usar la cuenta de/ }).click()
	await expect(section.getByLabel('Nombre')).toHaveCount(0)
	await section.getByText('Despacho a domicilio').click()
	await expect(section.getByLabel('Efectivo ahora, y se lo lleva')).toHaveCount(0)
	await section.getByLabel('Dirección').fill('apoquindo 4501')
	await page.getByRole('option').first().click()
	await expect(section.getByLabel('Dirección')).toHaveValue(streets.apoquindo.shown)
	await section.getByLabel('Transferencia').check()
	// What was typed is still there after a look at another section.
	await staff.go('Hoy')
	await section.getByRole('link', { name: 'Nueva venta' }).click()
	await expect(section.getByRole('status').filter({ hasText: '2' }).first()).toBeAttached()
	await section.getByRole('button', { name: 'Reservar' }).click()
	await expect(section.getByRole('heading', { name: /^Orden \d+ · \$6\d\.\d{3}$/ })).toBeFocused()
	await expect(section).toContainText('transferencia. Reservada hasta el')
})

test('a bottle sold at a fair is paid, delivered and gone from stock in one press', { tag: '@phone' }, async ({
	page,
	api,
}) => {
	const staff = new StaffPage(page)
	const { section } = staff
	await staff.enter(api, undefined, '&seccion=venta')
	await section.getByRole('button', { name: 'Agregar uno: Celeste' }).click()
	await section.getByLabel('Teléfono').fill('966112233')
	await section.getByLabel('Nombre').fill('Luis Soto')
	await section.getByLabel('Correo').fill(newAccount('Luis').email)
	await section.getByLabel('Efectivo ahora, y se lo lleva').check()
	await section.getByRole('button', { name: 'Cobrada y entregada' }).click()
	await expect(section).toContainText('Luis Soto: pagada y entregada.')
	await section.getByRole('link', { name: 'Ver la orden' }).click()
	await expect(section).toContainText('Completado')
})
