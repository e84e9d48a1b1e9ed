import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('a customer asks for a block in the profile, and staff block the account and answer', async ({
	api,
	shop,
	page,
	browser,
}) => {
	test.setTimeout(120_000)
	const customer = await api.aCustomer('Camila')
	await shop.arriveWith({ customer })
	await shop.open('/perfil')
	const own = page.getByRole('region', { name: 'Solicitudes sobre tus datos' })
	await own.getByRole('button', { name: 'Enviar una solicitud' }).click()
	await own.getByLabel('Qué pides').selectOption('bloqueo')
	await own.getByLabel('Cuéntanos más').fill('Me voy de viaje.')
	await expectAccessible(page, 'profile-request')
	await own.getByRole('button', { name: 'Enviar solicitud' }).click()
	await expect(own.getByText('Recibimos tu solicitud.')).toBeVisible()
	await expect(own.getByText('En curso')).toBeVisible()

	const theirs = await (await browser.newContext()).newPage()
	const staff = new StaffPage(theirs)
	await staff.enter(api, undefined, '&seccion=solicitudes')
	const row = theirs.getByRole('listitem').filter({ hasText: customer.email })
	await expect(row.getByText('Me voy de viaje.')).toBeVisible()
	await expectAccessible(theirs, 'panel-solicitudes')
	await row.getByRole('button', { name: /^Bloquear/ }).click()
	await staff.dialog.getByRole('button', { name: 'Bloquear' }).click()
	await expect(row.getByRole('button', { name: /^Levantar el bloqueo/ })).toBeVisible()
	await row.getByRole('button', { name: /^Responder/ }).click()
	await staff.dialog.getByLabel('Respuesta').fill('Bloqueamos tu cuenta.')
	await staff.dialog.getByRole('button', { name: 'Enviar la respuesta' }).click()
	await expect(row.getByText('Respondida')).toBeVisible()

	await page.reload()
	await expect(own.getByText('Tu cuenta está bloqueada')).toBeVisible()
	await own.getByText('Nuestra respuesta').click()
	await expect(own.getByText('Bloqueamos tu cuenta.')).toBeVisible()
	await expectAccessible(page, 'profile-blocked')
})
