import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { expect, test } from '#tests/journeys/test.ts'

// A colour is sold out.
test.use({ shopOf: 'journeys/back-in-stock', shopSettings: { TAX_DOCUMENTS: 'none' } })

test('a shopper asks for a notice of a sold-out colour, confirms it by the mailed link, and stops it', {
	tag: '@both-widths',
}, async ({ shop, api, page, troubles }) => {
	troubles.allow(/status of 403/)
	const email = `ana.${test.info().project.name}@correo.cl`
	if ((await api.stockOf('Rosado')) > 0) await api.sellOut('Rosado')
	const path = '/?color=rosado'
	// Its swatch cannot be chosen, so another colour's page names it.
	await expect(async () => {
		await shop.open('/')
		await expect(page.getByRole('button', { name: 'Avísame cuando llegue Rosado' })).toBeVisible({ timeout: 1000 })
	}).toPass()
	await page.getByRole('button', { name: 'Avísame cuando llegue Rosado' }).click()
	await expect(page.getByRole('alertdialog').getByRole('heading')).toHaveText('Avísame cuando llegue Rosado')
	await expect(async () => {
		await shop.open(path)
		await expect(shop.addButton).toHaveText('Sin stock', { timeout: 1000 })
	}).toPass()
	const button = page.getByRole('button', { name: 'Avísame cuando llegue', exact: true })
	await expect(button).toBeInViewport({ ratio: 1 })
	await expectAccessible(page, 'home-notice-offered')

	await button.click()
	const dialog = page.getByRole('alertdialog')
	await expect(dialog.getByRole('heading')).toHaveText('Avísame cuando llegue Rosado')
	await dialog.getByRole('button', { name: 'Avísame' }).click()
	await expect(dialog.getByText('Ingresa tu correo.')).toBeVisible()
	await expectAccessible(page, 'over-notice-form')
	await dialog.getByLabel('Tu correo').fill(email)
	await dialog.getByRole('button', { name: 'Avísame' }).click()
	await expect(dialog.getByRole('heading')).toHaveText('Revisa tu correo')
	await expectAccessible(page, 'over-notice-asked')
	await dialog.getByRole('button', { name: 'Volver' }).click()
	await expect(button).toBeFocused()
	await shop.expectBadge(0)

	// A program that reads mail opens the link, and confirms nothing.
	const confirmPath = await api.pathFromMail(email, /\/aviso\/confirmar\/\S+/)
	await shop.open(confirmPath)
	await expectAccessible(page, 'notice-confirm')
	await page.getByRole('button', { name: 'Confirmar mi aviso' }).click()
	await expect(shop.heading('Tu aviso está confirmado')).toBeVisible()
	await expect(page.getByText('Te escribimos apenas llegue Rosado.')).toBeVisible()
	await expectAccessible(page, 'notice-confirmed')

	await shop.open(await api.pathFromMail(email, /\/aviso\/parar\/\S+/))
	await expectAccessible(page, 'notice-stop')
	await page.getByRole('button', { name: 'No quiero más avisos' }).click()
	await expect(shop.heading('No te escribimos más')).toBeVisible()
	await expectAccessible(page, 'notice-stopped')
	await shop.open(confirmPath)
	await page.getByRole('button', { name: 'Confirmar mi aviso' }).click()
	await expect(shop.heading('Este enlace ya no sirve')).toBeVisible()
})
