import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, ownersShop, test } from '#tests/journeys/test.ts'

test.use({ shopSettings: ownersShop })

test('the first-day list of the panel guides the owner through missing settings, and shows the result of each step', async ({
	page,
	api,
}) => {
	const staff = new StaffPage(page)
	await staff.enter(api)
	await page.getByRole('link', { name: /^Primer día: faltan \d+ pasos/ }).click()
	const step = (name: string) =>
		staff.section.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
	await expect(step('Quién vende')).toContainText('Listo')
	await expect(step('Segundo factor')).toContainText('Le falta a')
	await step('Correo probado').getByRole('button').click()
	await expect(step('Correo probado')).toContainText('Salió a')
	await step('Pasarelas probadas')
		.getByRole('button', { name: /^Probar las pasarelas/ })
		.click()
	await expect(step('Pasarelas probadas')).toContainText('Responden y aceptan las credenciales')
	// A real payment of the lowest amount, given back at once.
	await step('Pasarelas probadas')
		.getByRole('button', { name: /^Probar con un pago de \$350 ?: Webpay/ })
		.click()
	const [payPage] = await Promise.all([
		page.waitForEvent('popup'),
		step('Pasarelas probadas')
			.getByRole('link', { name: /^Pagar \$350 con Webpay/ })
			.click(),
	])
	await payPage.getByRole('button', { name: 'Aprobar pago' }).click()
	await payPage.waitForURL(/checkout-success/)
	await payPage.close()
	await step('Pasarelas probadas')
		.getByRole('button', { name: /^Ya pagué: devolver/ })
		.click()
	await expect(step('Pasarelas probadas')).toContainText('Cobró y devolvió')
	await step('Boletas probadas').getByRole('button').click()
	await expect(step('Boletas probadas')).toContainText('Listo')
	await step('La tienda en el mapa').getByRole('button').click()
	await expect(step('La tienda en el mapa')).toContainText('km en auto.')
	await expect(step('Políticas leídas').getByRole('link', { name: /^Leer las políticas/ })).toHaveAttribute(
		'href',
		'/politicas',
	)
	await step('Políticas leídas').getByRole('button').click()
	await expect(step('Políticas leídas')).toContainText('Listo')
	await expect(step('Políticas leídas').getByRole('button')).toHaveCount(0)
	await step('Respaldo al día').getByRole('button', { name: 'Respaldar ahora' }).click()
	await expect(step('Respaldo al día')).toContainText('En este disco, uno de hace menos de una hora')
	await step('Segundo factor').getByRole('link').click()
	await expect(page).toHaveURL(/\/perfil$/)
})
