import { resetPath } from '#tests/journeys/shop-api.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff give a colleague staff rights, valid once the mailed link has verified the address', async ({
	page,
	api,
	browser,
	baseURL,
}) => {
	const colleague = await api.aCustomer('Valentina')
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Usuarios')
	await staff.search(colleague.email)
	const row = await staff.row(colleague.email)
	await row.getByLabel(/^Staff/).click()
	await expect(row.getByText('Guardado')).toBeVisible()
	await expect(row.getByText('Sus permisos valen cuando abra el enlace que le enviamos.')).toBeVisible()

	const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL })
	const mail = await theirs.newPage()
	await mail.goto(await api.pathFromMail(colleague.email, resetPath))
	await mail.getByLabel('Nueva contraseña').fill('bicicleta-azul-en-la-costa')
	await mail.getByLabel('Repetir contraseña').fill('bicicleta-azul-en-la-costa')
	await mail.getByRole('button', { name: 'Guardar' }).click()
	await expect(mail.getByRole('heading', { name: 'Tu contraseña quedó guardada' })).toBeVisible()
	await new StaffPage(await theirs.newPage()).enter(api, { ...colleague, password: 'bicicleta-azul-en-la-costa' })
	await theirs.close()
})

test('an action is carried out after the person has proved their identity', async ({ page, api, troubles }) => {
	troubles.allow(/status of (403|422)|an edit was not saved/)
	const customer = await api.aCustomer('Renata')
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Usuarios')
	await staff.search(customer.email)
	const row = await staff.row(customer.email)
	// The server rejects the old proof until a new one is given.
	let isFresh = false
	await page.route('**/api/admin_usuarios/*/', (route) => {
		const error = 'Confirma que eres tú para continuar.'
		const json = { error, detail: error, code: 'identidad_requerida' }
		return isFresh ? route.continue() : route.fulfill({ status: 403, json })
	})
	await row.getByLabel(/^Activo/).click()
	await expect(staff.dialog).toContainText('Confirma que eres tú')
	await staff.dialog.getByRole('button', { name: 'Volver' }).click()
	await expect(row.getByText('Confirma que eres tú para continuar.')).toBeVisible()
	await expect(row.getByLabel(/^Activo/)).toBeChecked()

	await row.getByRole('button', { name: 'Reintentar' }).click()
	await staff.dialog.getByLabel('Contraseña actual').fill('no es esta')
	await staff.dialog.getByRole('button', { name: 'Confirmar' }).click()
	await expect(staff.dialog).toContainText('La contraseña actual no es correcta.')
	await staff.dialog.getByLabel('Contraseña actual').fill(staffLogin.password)
	isFresh = true
	await staff.dialog.getByRole('button', { name: 'Confirmar' }).click()
	await expect(row.getByText('Guardado')).toBeVisible()
	await expect(row.getByLabel(/^Activo/)).not.toBeChecked()
	expect(await api.isOpen(customer.tokens)).toBe(false)
})
