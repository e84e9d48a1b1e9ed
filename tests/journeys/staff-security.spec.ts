import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

// In the shared shop the network would exceed its rows per minute, and events would be summed.
test.use({ shopOf: 'quiet' })

test('staff follow a wrong password from its account to all events of the same network', { tag: '@phone' }, async ({
	page,
	api,
}) => {
	const customer = await api.aCustomer('Julieta')
	await expect(api.logIn(customer.email, 'no es esta')).rejects.toThrow()

	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Seguridad')
	const rows = staff.section.getByRole('listitem')
	const failure = rows.filter({ hasText: 'Ingreso fallido' }).filter({ hasText: customer.email })
	// Events are written asynchronously.
	await expect(async () => {
		await staff.search(customer.email)
		await expect(failure).toContainText('POST /api/token', { timeout: 3000 })
	}).toPass({ timeout: 90_000 })
	await expect(rows.filter({ hasText: 'Creó su cuenta' }).filter({ hasText: customer.email })).toBeVisible()
	await staff.section.getByLabel('Qué pasó').selectOption({ label: 'Ingreso fallido' })
	await expect(rows).toHaveCount(1)
	await failure.getByRole('link', { name: /^Red / }).click()
	await expect(staff.section.getByRole('button', { name: /^Quitar el filtro: Red/ })).toBeVisible()
	await expect(rows.filter({ hasText: 'Inició sesión' }).first()).toBeVisible()
	await staff.search('nadie@correo.cl')
	await expect(staff.section.getByText('No hay sucesos con esta búsqueda.')).toBeVisible()
	await staff.section.getByRole('button', { name: 'Ver todo' }).click()
	await expect(rows.first()).toBeVisible()
})
