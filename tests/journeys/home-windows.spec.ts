import { builtInColors } from '#modules/catalog/colors.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('the bar of Home is one opaque line in every window, and scrolls away in a low one', {
	tag: '@desk',
}, async ({ shop, api, page }) => {
	const bar = page.getByRole('banner')
	const ground = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor)
	const name = bar.getByRole('link', { name: 'Premium Shaker' })
	await shop.open('/')
	for (const width of [320, 390, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		await page.evaluate(() => scrollTo(0, 0))
		await expect.poll(ground).toMatch(/, 0\)$/)
		await page.evaluate(() => scrollTo(0, 60))
		await expect.poll(ground, `the bar at ${width} px`).toMatch(/^rgb\(/)
		for (const color of builtInColors) {
			await expect(page.locator('.swatch').getByText(color, { exact: true })).toBeVisible()
		}
		expect((await name.locator('span').boundingBox())?.height, `the name at ${width} px`).toBeLessThan(24)
	}
	await page.setViewportSize({ width: 320, height: 200 })
	await page.evaluate(() => scrollTo(0, 700))
	await expect(bar).not.toBeInViewport()
	await expect(shop.addButton).not.toBeInViewport()

	await page.setViewportSize({ width: 320, height: 640 })
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Negro')] })
	await shop.open('/carrito')
	await expect(bar.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()
	expect((await name.boundingBox())?.height).toBeLessThan(50)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

/** Waits for that number of animation frames. */
const afterFrames = (frames: number) =>
	new Promise<void>((drawn) => {
		const next = (left: number) => (left === 0 ? drawn() : requestAnimationFrame(() => next(left - 1)))
		next(frames)
	})

test.describe('Home with motion', () => {
	test.use({ contextOptions: { reducedMotion: 'no-preference' } })

	test('restores the scroll position at once on back; a link within the page scrolls smoothly', {
		tag: '@desk',
	}, async ({ shop, page }) => {
		await shop.open('/')
		await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
		await page.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }))
		await page.evaluate(() => document.querySelector<HTMLElement>('.bar-actions > a')?.click())
		await expect(shop.heading('Iniciar Sesión')).toBeVisible()
		expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
		await page.goBack()
		await expect(shop.addButton).toBeAttached()
		await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(1_500)

		await page
			.getByRole('contentinfo')
			.getByRole('link', { name: 'Políticas' })
			.evaluate((link: HTMLElement) => link.click())
		await page.waitForFunction(() => scrollY > 1_700)
		await page.goBack()
		await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(1_500)
		await page.evaluate(afterFrames, 20)
		expect(await page.evaluate(() => Math.round(scrollY)), 'a glide that goes on over the way back').toBe(1_500)
	})
})
