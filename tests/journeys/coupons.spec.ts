import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { ShopPage } from '#tests/journeys/shop-page.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('staff create a discount code, a customer uses it, and staff end it', async ({ page, api, browser, troubles }) => {
	troubles.allow(/409|an action was not done/)
	const codigo = 'NAVIDAD-VERANO'
	const staff = new StaffPage(page)
	await staff.enter(api, undefined, '&seccion=cupones')
	const { section } = staff
	await expect(section.getByText('Aún no hay cupones del equipo.')).toBeInViewport()
	await expect(section.getByLabel('Código')).toBeHidden()
	await section.getByText('Nuevo cupón').click()
	await section.getByLabel('Código').fill(codigo.toLowerCase())
	await section.getByLabel('Tipo').selectOption('% de los productos')
	await section.getByLabel('Descuento').fill('150')
	await section.getByRole('button', { name: 'Crear cupón' }).click()
	await expect(section.getByText('Escribe un descuento de 1 a 100 %.')).toBeVisible()
	await expect(section.getByLabel('Descuento')).toBeFocused()
	await section.getByLabel('Descuento').fill('10')
	await section.getByLabel('Usos por cliente').fill('1')
	await section.getByRole('button', { name: 'Crear cupón' }).click()
	const row = section.getByRole('listitem').filter({ hasText: codigo })
	await expect(row).toContainText('10 % menos en los productos')
	await expect(row).toContainText('1 por cliente')
	await section.getByLabel('Código').fill(codigo)
	await section.getByLabel('Descuento').fill('10')
	await section.getByRole('button', { name: 'Crear cupón' }).click()
	await expect(section.getByLabel('Código')).toHaveAccessibleDescription('Ya hay un cupón con ese código.')
	await expect(section.getByLabel('Código')).toBeFocused()

	const visitor = await browser.newPage()
	const customer = await api.aCustomer('Pascuala')
	await new ShopPage(visitor).arriveWith({ customer, cart: [line('Negro')] })
	await visitor.goto('/pago')
	const code = visitor.getByLabel('Código de descuento')
	await code.fill('otro-cupon')
	await visitor.getByRole('button', { name: 'Validar' }).click()
	await expect(visitor.getByText('❌ Cupón no es válido')).toBeVisible()
	await code.fill(` ${codigo.toLowerCase()} `)
	await visitor.getByRole('button', { name: 'Validar' }).click()
	await expect(visitor.getByText('🎉 Cupón agregado')).toBeVisible()
	await expect(visitor.getByText('−$2.999').first()).toBeVisible()
	await visitor.reload()
	await expect(visitor.getByText('🎉 Cupón agregado')).toBeVisible()
	await expect(visitor.getByText('−$2.999').first()).toBeVisible()

	await expectAccessible(page, 'panel-coupons')
	// An answer that arrives after the code was edited belongs to another code.
	const release = Promise.withResolvers<void>()
	await visitor.route('**/api/cupones/validar/', async (route) => {
		await release.promise
		await route.continue()
	})
	await code.fill(codigo)
	await visitor.getByRole('button', { name: 'Validar' }).click()
	await code.fill('otro')
	const answered = visitor.waitForResponse('**/api/cupones/validar/')
	release.resolve()
	await answered
	await expect(visitor.getByText('🎉 Cupón agregado')).toHaveCount(0)
	await visitor.unroute('**/api/cupones/validar/')

	await row.getByRole('button', { name: `Terminar ${codigo}` }).click()
	await expect(row).toContainText('Terminado')
	await code.fill(codigo)
	await visitor.getByRole('button', { name: 'Validar' }).click()
	await expect(visitor.getByText('❌ Cupón no es válido')).toBeVisible()
	await visitor.close()
})
