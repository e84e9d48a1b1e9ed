import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, ownersShop, test } from '#tests/journeys/test.ts'

test.use({ shopSettings: ownersShop })

test('the owner changes the bank account, restores the previous one, and closes the shop for a while', async ({
	page,
	api,
	browser,
}) => {
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	const { section, dialog } = staff
	const save = (name: string) => section.getByRole('button', { name: `Guardar ${name}` }).click()
	await staff.unfold('Despacho', 'Cuenta para transferencias', 'Abierta o cerrada')
	await expect(section.getByLabel('Plazo de entrega')).toBeDisabled()
	await expect(section.getByText('Lo fija la configuración del servidor.')).toBeVisible()

	const [bank, account] = [section.getByLabel('Banco', { exact: true }), section.getByLabel('Número de cuenta')]
	const saveAccount = () => save('Cuenta para transferencias')
	const bankNow = async () => (await (await page.request.get('/api/checkout/')).json()).banco
	await bank.fill('Banco Estado')
	await account.fill('la de siempre')
	await saveAccount()
	await expect(section.getByText('Escribe el número de la cuenta: cifras, guiones y puntos.')).toBeVisible()
	await expect(account).toBeFocused()
	expect((await bankNow()).banco).toBe('Banco de Chile')
	// Typed values survive a visit to other sections.
	await staff.go('Stock')
	await staff.go('Ajustes')
	await staff.unfold('Cuenta para transferencias', 'Abierta o cerrada')
	await expect(bank).toHaveValue('Banco Estado')
	await account.fill('99887766')
	await saveAccount()
	await expect(section.getByRole('button', { name: 'Guardar Cuenta para transferencias' })).toHaveCount(0)
	expect(await bankNow()).toMatchObject({ banco: 'Banco Estado', numero_cuenta: '99887766' })
	await section.getByRole('button', { name: 'Historial de Número de cuenta' }).click()
	const versions = dialog.getByRole('listitem')
	await expect(versions.filter({ hasText: '99887766' })).toContainText('Vale ahora')
	await versions.filter({ hasText: '00123456789' }).getByRole('button', { name: 'Escribir este valor' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(account).toHaveValue('00123456789')
	await bank.fill('Banco de Chile')
	await saveAccount()
	await expect(section.getByRole('button', { name: 'Guardar Cuenta para transferencias' })).toHaveCount(0)
	expect(await bankNow()).toMatchObject({ banco: 'Banco de Chile', numero_cuenta: '00123456789' })

	await section.getByLabel('Qué se dice').fill('Estamos de vacaciones')
	await section.getByLabel('Tienda cerrada por un tiempo').selectOption('Sí')
	await save('Abierta o cerrada')
	await expect(
		section.locator('summary').filter({ hasText: 'Abierta o cerrada' }).getByText('Cerrada', { exact: true }),
	).toBeVisible()
	const visitor = await browser.newPage()
	const customer = await api.aCustomer('Julieta')
	await new ShopPage(visitor).arriveWith({ customer, cart: [line('Negro')] })
	await expect(async () => {
		await visitor.goto('/')
		await expect(visitor.getByText('Estamos de vacaciones.')).toBeVisible({ timeout: 3000 })
	}).toPass({ timeout: 90_000 })
	await expect(visitor.getByRole('button', { name: 'Agregar al carrito' })).toBeDisabled()
	await visitor.goto('/pago')
	await expect(visitor.getByRole('heading', { name: 'La tienda está cerrada' })).toBeVisible()
	await expect(visitor.getByText('Tu carrito queda guardado.')).toBeVisible()
	await visitor.close()
	// Other tests use the same shop.
	await api.set('tienda_cerrada', false)
})

test('the history of a setting can restore its first value', async ({ page, api }) => {
	for (let days = 3; days < 57; days += 1) await api.set('dias_efectivo', days)
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	const { section, dialog } = staff
	await staff.unfold('Plazos y avisos')
	await section.getByRole('button', { name: 'Historial de Plazo de un pedido en efectivo' }).click()
	const versions = dialog.getByRole('listitem')
	await expect(versions).toHaveCount(50)
	await dialog.getByRole('button', { name: 'Ver más' }).click()
	await expect(versions.nth(50)).toBeFocused()
	await expect(dialog.getByRole('button', { name: 'Ver más' })).toHaveCount(0)
	await expectAccessible(page, 'over-panel-setting-history')
	await versions.last().getByRole('button', { name: 'Volver a este valor' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(section.getByLabel('Plazo de un pedido en efectivo')).toHaveValue('7')
})

test('the owner sets delivery prices, and the page shows them', async ({ page, api, browser }) => {
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	await staff.unfold('Despacho')
	const prices = staff.section.getByRole('group', { name: 'Precios del despacho' })
	const save = staff.section.getByRole('button', { name: 'Guardar Precios del despacho' })
	await prices.getByLabel('Tramo 1: hasta (km)').fill('2,5')
	await prices.getByLabel('Precio ($)').first().fill('gratis')
	await prices.getByLabel('Tramo 2: hasta (km)').fill('2')
	await save.click()
	await expect(prices.getByText('Cada tramo debe llegar más lejos que el anterior.')).toBeVisible()
	await prices.getByLabel('Tramo 2: hasta (km)').fill('12')
	await prices.getByLabel('Precio ($)').nth(1).fill('$3.990')
	await prices.getByRole('button', { name: 'Quitar tramo 3' }).click()
	await save.click()
	await expect(save).toHaveCount(0)
	await expect(prices.getByLabel('Precio ($)').nth(1)).toHaveValue('3990')

	// The group is still open after a reload.
	await page.reload()
	await staff.section
		.getByLabel(/ 25 dic.* · Navidad/)
		.first()
		.check()
	await expect(staff.section.getByLabel('Feriados y días sin despacho')).toHaveValue(/^25-12-\d{4}$/)
	await staff.section.getByRole('button', { name: 'Guardar Feriados y días sin despacho' }).click()
	await expect(staff.section.getByText('Guardado', { exact: true })).toBeVisible()

	const visitor = await browser.newPage()
	await expect(async () => {
		await visitor.goto('/')
		await expect(visitor.getByText('Despacho gratis a menos de 2,5 km')).toBeVisible({ timeout: 3000 })
	}).toPass({ timeout: 90_000 })
	await visitor.goto('/politicas')
	await expect(visitor.getByText('gratis a menos de 2,5 km y $3.990 de 2,5 a 12 km')).toBeVisible()
	await visitor.close()
})

test('the owner previews an announcement, publishes it and answers a question', async ({ page, api, browser }) => {
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	const { section, dialog } = staff
	await staff.unfold('Anuncio en la portada', 'Textos de la portada')
	await section.getByLabel('Anuncio', { exact: true }).fill('Navidad: pedidos hasta el 22')
	await section.getByRole('button', { name: 'Ver cómo queda Anuncio en la portada' }).click()
	const look = dialog.frameLocator('iframe')
	await expect(look.getByText('Navidad: pedidos hasta el 22')).toBeVisible()
	await expect(look.getByRole('heading', { name: 'Premium Shaker Electric 650 ML' })).toBeVisible()
	const visitor = await browser.newPage()
	await visitor.goto('/')
	await expect(visitor.getByText('Navidad: pedidos hasta el 22')).toHaveCount(0)
	await dialog.getByRole('button', { name: 'Guardar' }).click()
	await expect(dialog).toHaveCount(0)
	const questions = section.getByLabel('Preguntas frecuentes')
	await questions.fill('Hace ruido')
	await section.getByRole('button', { name: 'Guardar Preguntas frecuentes' }).click()
	await expect(section.getByText('Revisa «Hace ruido».')).toBeVisible()
	await questions.fill('¿Hace ruido?\nComo un hervidor, por unos segundos.')
	await section.getByRole('button', { name: 'Guardar Preguntas frecuentes' }).click()
	await expect(async () => {
		await visitor.goto('/')
		await expect(visitor.getByText('Navidad: pedidos hasta el 22')).toBeVisible({ timeout: 3000 })
		await expect(visitor.getByText('¿Hace ruido?')).toBeVisible({ timeout: 3000 })
	}).toPass({ timeout: 90_000 })
	await visitor.getByText('¿Hace ruido?').click()
	await expect(visitor.getByText('Como un hervidor, por unos segundos.')).toBeVisible()
	await visitor.close()
})

test('the owner previews parts of the checkout before saving', async ({ page, api, troubles }) => {
	// An invalid e-mail address.
	troubles.allow(/422/)
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=ajustes')
	const { section, dialog } = staff
	const look = (name: string) => section.getByRole('button', { name: `Ver cómo queda ${name}` }).click()
	const shown = dialog.getByRole('group', { name: 'Lo que verán los clientes' })
	const back = () => dialog.getByRole('button', { name: 'Volver' }).click()

	await staff.unfold('Retiro', 'Medios de pago', 'Cuenta para transferencias', 'Despacho')
	await section.getByLabel('Aviso mínimo para retirar').fill('4')
	await look('Retiro')
	await expect(shown.getByText('con al menos 4 horas de aviso')).toBeVisible()
	await expectAccessible(page, 'panel-setting-preview')
	await dialog.getByRole('button', { name: 'Guardar' }).click()
	await expect(dialog).toHaveCount(0)

	await section.getByLabel('Pago en efectivo').selectOption('No')
	await look('Pago en efectivo')
	await expect(shown.getByText('Transferencia bancaria')).toBeVisible()
	await expect(shown.getByText('Efectivo al recibir')).toHaveCount(0)
	await back()

	await section.getByLabel('Titular de la cuenta').fill('Rosa Díaz SpA')
	await look('Cuenta para transferencias')
	await expect(shown.getByText('Rosa Díaz SpA')).toBeVisible()
	await expect(shown.getByRole('button').first()).toBeDisabled()
	await back()

	const position = section.getByLabel('Posición de la tienda en el mapa')
	await section.getByLabel('Encontrarla por su dirección').fill('Calle Inventada 123')
	await section.getByRole('button', { name: 'Buscar la dirección' }).click()
	await expect(section.getByText('No encontramos esa dirección')).toBeVisible()
	await section.getByLabel('Encontrarla por su dirección').fill('Avenida Irarrázaval 2401, Ñuñoa')
	await section.getByRole('button', { name: 'Buscar la dirección' }).click()
	await expect(position).toHaveValue(/^-33\.4\d+, -70\.\d+$/)
	await look('Posición de la tienda en el mapa')
	await expect(shown.getByRole('img', { name: 'Mapa con la tienda marcada' })).toBeVisible()
	await expect(shown.getByText('Cargando mapa...')).toHaveCount(0)
	await back()

	// Previewed and unsaved values apply nowhere.
	const options = await (await page.request.get('/api/checkout/')).json()
	expect(options).toMatchObject({ efectivo: true, horario_retiro: expect.stringContaining('4 horas de aviso') })
	expect(options.banco.titular).not.toBe('Rosa Díaz SpA')
})
