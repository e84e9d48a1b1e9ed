import { expectAccessible } from '#tests/accessibility/expect-accessible.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('the row of views loads when it is seen, and opens full screen', { tag: '@both-widths' }, async ({
	shop,
	page,
}) => {
	const loaded: string[] = []
	page.on('request', (request) => {
		if (/view-\w+-blanco|views-row/.test(request.url())) loaded.push(request.url())
	})
	await shop.open('/?color=blanco')
	await page.waitForLoadState('networkidle')
	expect(loaded).toEqual([])

	const row = page.getByRole('region', { name: 'Míralo de cerca' })
	await row.scrollIntoViewIfNeeded()
	const size = row.getByRole('button', { name: 'Ver en grande: Tamaño' })
	await size.scrollIntoViewIfNeeded()
	await expect(size.locator('img')).toHaveJSProperty('complete', true)
	expect(await size.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(
		'view-size-blanco',
	)

	await row.getByRole('button', { name: 'Ver en grande: Carga USB-C' }).click()
	const large = page.getByRole('dialog', { name: 'Imágenes del shaker' })
	await expect(large.getByText('El puerto está en la base')).toBeVisible()
	await expectAccessible(page, 'over-views')
	await page.keyboard.press('ArrowRight')
	await expect(large.getByText('20 cm de alto y 9,2 cm de ancho')).toBeVisible()
	await expect(large.getByRole('button', { name: 'Imagen siguiente' })).toBeDisabled()
	await large.getByRole('button', { name: 'Imagen anterior' }).click()
	await expect(large.getByText('El puerto está en la base')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(large).toBeHidden()
	await expect(row.getByRole('button', { name: 'Ver en grande: Carga USB-C' })).toBeFocused()
})

test('the film plays in view, stops at a press, and stays still for those who ask for stillness', async ({
	shop,
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' })
	await shop.open('/')
	const row = page.getByRole('region', { name: 'Míralo de cerca' })
	await row.scrollIntoViewIfNeeded()
	const film = row.getByRole('button', { name: /Cómo bate$/ })
	await film.scrollIntoViewIfNeeded()
	const isPaused = () => film.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
	await expect.poll(isPaused).toBe(false)
	await film.click()
	await expect.poll(isPaused).toBe(true)
	await page.evaluate(() => window.scrollTo({ top: 0 }))
	await film.scrollIntoViewIfNeeded()
	await expect(film).toHaveAccessibleName('Ver el video sin sonido: Cómo bate')

	await page.emulateMedia({ reducedMotion: 'reduce' })
	await page.reload()
	await film.scrollIntoViewIfNeeded()
	await expect(film.locator('video')).toBeVisible()
	expect(await isPaused()).toBe(true)
	await film.click()
	await expect.poll(isPaused).toBe(false)
})
