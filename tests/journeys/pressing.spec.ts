import { AccountPage } from '#tests/journeys/account-page.ts'
import { streets } from '#tests/journeys/checkout-page.ts'
import { areApart, expectShown, inEveryWindow, pressSlowly } from '#tests/journeys/pressing.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

const wrongEmail = 'Ingresa un correo válido, como nombre@correo.cl.'
const forms = [
	{
		path: '/login',
		button: 'Entrar',
		field: 'Correo electrónico',
		right: 'nadie@correo.cl',
		typed: 'nadie',
		message: wrongEmail,
	},
	{
		path: '/forgot-password',
		button: 'Enviar enlace',
		field: 'Correo electrónico',
		right: 'nadie@correo.cl',
		typed: 'nadie',
		message: wrongEmail,
	},
	{
		path: '/register',
		button: 'Registrarse',
		field: 'Nombre',
		right: 'Ana',
		typed: '   ',
		message: 'Ingresa tu nombre.',
	},
] as const

test('a press on the button of an account form is registered while an invalid field loses the focus', {
	tag: '@desk',
}, async ({ shop, page }) => {
	for (const { path, button, field, right, typed, message } of forms) {
		await shop.open(path)
		const input = page.getByLabel(field, { exact: true })
		await inEveryWindow(page, async () => {
			// A valid value clears the message of the previous window size.
			await input.fill(right)
			await input.fill(typed)
			await pressSlowly(page.getByRole('button', { name: button }), input)
			await expectShown(input, message)
		})
	}
})

test('a press on a save button of the profile is registered, and a refused login moves nothing', {
	tag: '@desk',
}, async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 401/)
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer })
	await shop.open('/perfil')
	await page.getByRole('button', { name: 'Editar', exact: true }).click()
	const phone = page.getByLabel('Teléfono')
	await phone.fill('123')
	await inEveryWindow(page, async () => {
		await pressSlowly(page.getByRole('button', { name: 'Guardar', exact: true }), phone)
		await expectShown(phone, /Debe tener exactamente 9 dígitos\./)
	})
	await page.getByRole('button', { name: 'Cancelar' }).click()
	await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
	const repeated = page.getByLabel('Repetir contraseña')
	await page.getByLabel('Contraseña actual').fill(customer.password)
	await page.getByLabel('Nueva contraseña').fill('una-clave-nueva')
	await repeated.fill('otra')
	await inEveryWindow(page, async () => {
		await pressSlowly(page.getByRole('button', { name: 'Guardar contraseña' }), repeated)
		await expectShown(repeated, 'Las contraseñas no coinciden.')
	})

	await page.evaluate(() => localStorage.clear())
	await shop.open('/login')
	const enter = page.getByRole('button', { name: 'Entrar' })
	const before = await enter.boundingBox()
	await shop.logIn(customer.email, 'otra-clave')
	await expect(shop.alert('Credenciales inválidas')).toBeVisible()
	await expect(page.getByLabel('Contraseña')).toBeFocused()
	expect(await enter.boundingBox()).toEqual(before)
	await page.keyboard.type('x')
	await expect(page.getByText('Credenciales inválidas')).toHaveCount(0)
	expect(await enter.boundingBox()).toEqual(before)
})

test('a press on Confirmar pedido is registered, and moves to the first error', { tag: '@desk' }, async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 422/)
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Negro', 2)] })
	await shop.open('/pago')
	const { checkout } = shop
	await checkout.pickUp()
	await inEveryWindow(page, async (window) => {
		await checkout.phone.fill('98765')
		await pressSlowly(checkout.confirmButton, checkout.phone)
		await expectShown(checkout.phone, /Debe tener exactamente 9 dígitos\./)
		const alert = shop.alert('Ingresa un teléfono válido de 9 dígitos (ej: 912345678).')
		await expect(alert).toBeInViewport({ ratio: 1 })
		for (const other of [checkout.phone, page.locator('.pay-bar'), page.getByText('Medio de pago', { exact: true })])
			expect(await areApart(alert, other), `the alert lies over something (${window})`).toBe(true)
		await checkout.phone.fill('987654321')
		await expect(page.getByRole('alert')).toHaveCount(0)
	})

	await checkout.deliverHome()
	await inEveryWindow(page, async (window) => {
		// A new text each time: a repeated one would be answered from the cache.
		await checkout.address.fill(`calle inventadisima ${window.replace(/\D/g, '')}`)
		await pressSlowly(checkout.confirmButton, checkout.address)
		await expectShown(checkout.address, /^No encontramos esa dirección en el mapa\./)
	})
	await checkout.address.fill('Concha y Toro 1000, Puente Alto')
	await pressSlowly(checkout.confirmButton, checkout.address)
	await expect(checkout.amount('Despacho')).toHaveText('Sin cobertura')
	await expect(checkout.address).toBeFocused()
	await checkout.address.fill('Moneda 970, Santiago')
	await pressSlowly(page.getByRole('button', { name: 'Validar' }), checkout.address)
	await expect(checkout.amount('Despacho')).toHaveText('Gratis')
})

test('a press on Enviar comprobante and on Crear is registered, and the alert covers nothing that it describes', {
	tag: '@desk',
}, async ({ shop, api, page }) => {
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Celeste')] })
	await shop.open('/pago')
	await shop.checkout.orderForPickup('Transferencia bancaria')
	const proof = page.getByLabel('Comprobante de la transferencia')
	await expect(proof).toBeAttached()
	await inEveryWindow(page, async () => {
		await pressSlowly(page.getByRole('button', { name: 'Enviar comprobante' }), proof)
		await expect(page.getByText('Por favor sube el comprobante antes de enviar.')).toBeVisible()
		await expect(proof).toBeFocused()
	})

	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Productos')
	const name = (await staff.beginProduct()).getByLabel('Nombre', { exact: true })
	await inEveryWindow(page, async () => {
		await pressSlowly(staff.section.getByRole('button', { name: 'Crear' }), name)
		const alert = shop.alert('Nombre y SKU son obligatorios.')
		await expect(alert).toBeVisible()
		await expect(name).toBeFocused()
		expect(await areApart(alert, name), 'the alert lies over the field').toBe(true)
	})
})

test('a press is registered in every password form: Google link, new password, account deletion', {
	tag: '@desk',
}, async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 409/)
	const customer = await api.aCustomer()
	await shop.open('/login')
	await new AccountPage(shop).signInWithGoogle({ email: customer.email, name: 'Camila Rojas' })
	const joined = page.getByLabel('Contraseña de tu cuenta')
	await inEveryWindow(page, async () => {
		await pressSlowly(page.getByRole('button', { name: 'Unir con Google' }), joined)
		await expectShown(joined, /^Ingresa /)
		// A valid value clears the message of the previous window size.
		await joined.fill('x')
		await joined.fill('')
	})

	await shop.open(await api.resetPathOf(customer.email))
	const chosen = page.getByLabel('Nueva contraseña')
	await inEveryWindow(page, async () => {
		await chosen.fill('una contraseña larga')
		await chosen.fill('corta')
		await pressSlowly(page.getByRole('button', { name: 'Guardar' }), chosen)
		await expectShown(chosen, /La contraseña debe tener al menos 8 caracteres\.$/)
	})

	await shop.arriveWith({ customer })
	await shop.open('/perfil')
	await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
	const again = page.getByLabel('Contraseña actual')
	await inEveryWindow(page, async () => {
		await again.fill('x')
		await again.fill('')
		await pressSlowly(page.getByRole('button', { name: 'Eliminar mi cuenta' }), again)
		await expectShown(again, 'Ingresa tu contraseña actual.')
	})
})

test('a press is registered on the panel’s search, notes and dialogs', { tag: '@desk' }, async ({ api, page }) => {
	const { nro_orden } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'transferencia' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	const search = staff.searchField
	await inEveryWindow(page, async () => {
		await search.fill(String(nro_orden))
		await pressSlowly(staff.section.getByRole('button', { name: 'Buscar' }), search)
		await expect(staff.section.getByText('1 orden', { exact: true })).toBeVisible()
	})
	await page.setViewportSize({ width: 1280, height: 800 })
	await staff.openOrder(nro_orden)
	const note = page.getByLabel('Nota interna')
	await inEveryWindow(page, async (window) => {
		await note.fill(`Llamar (${window})`)
		await pressSlowly(page.getByRole('button', { name: 'Agregar nota' }), note)
		await expect(page.getByText(`Llamar (${window})`, { exact: false }).first()).toBeVisible()
		await expect(note).toHaveValue('')
		await page.getByRole('button', { name: 'Cancelar orden' }).click()
		await pressSlowly(staff.dialog.getByRole('button', { name: 'Volver' }), staff.dialog.getByRole('textbox'))
		await expect(staff.dialog).toBeHidden()
	})
})

test('an address picked on a phone moves nothing at any scroll position', { tag: '@desk' }, async ({
	shop,
	api,
	page,
}) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Negro')] })
	await shop.open('/pago')
	const { checkout } = shop
	await expect(page.getByText('Cargando mapa...')).toHaveCount(0)
	for (const street of [streets.moneda, streets.puenteAlto]) {
		await checkout.address.fill('')
		await checkout.address.fill(street.typed)
		const option = page.getByRole('option', { name: street.option }).first()
		await expect(option).toBeVisible()
		const before = await checkout.address.boundingBox()
		await option.click()
		await expect(checkout.amount('Despacho')).toHaveText(/Gratis|Sin cobertura/)
		expect(await checkout.address.boundingBox()).toEqual(before)
		await expect(page.getByText('Dirección', { exact: true })).toBeInViewport({ ratio: 1 })
	}
})
