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

/** What of the first screen is outside the window or covered, at each corner and in the middle. */
function partsOutOfSight() {
	const named = { product: '#producto', price: '.price', swatches: '.swatches', button: '.add-button' }
	const isSeen = (element: Element) => {
		const { left, top, right, bottom } = element.getBoundingClientRect()
		const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
			[top + 2, (top + bottom) / 2, bottom - 2].map((y) => [x, y] as const),
		)
		const bar = document.querySelector('.thumb-bar')?.getBoundingClientRect().top ?? 0
		const isInWindow = left >= 0 && top >= 64 && right <= innerWidth && bottom <= innerHeight
		const isBehindBar = element.closest('.thumb-bar') === null && bottom > bar
		const isOver = (x: number, y: number) => {
			const over = document.elementFromPoint(x, y)
			// The corners of round buttons are the ground's.
			return over === null || over.contains(element) || element.contains(over)
		}
		return isInWindow && !isBehindBar && points.every(([x, y]) => isOver(x, y))
	}
	return Object.entries(named)
		.filter(([, selector]) => [...document.querySelectorAll(selector)].some((element) => !isSeen(element)))
		.map(([name]) => name)
}

test('the first screen of a phone shows product, price, swatches and button, and its bar no empty line', {
	tag: '@phone',
}, async ({ shop, page }) => {
	const repeated = page.locator('.chosen')
	const isShown = () => repeated.evaluate((element) => getComputedStyle(element).opacity === '1')
	for (const [width, height] of [
		[360, 640],
		[375, 553],
		[390, 664],
		[412, 732],
		[390, 844],
	] as const) {
		await page.setViewportSize({ width, height })
		await shop.open('/')
		for (const color of [...builtInColors].reverse()) {
			await shop.chooseColor(color)
			await page.evaluate(() => scrollTo(0, 0))
			expect(await page.evaluate(partsOutOfSight), `${color} at ${width}x${height}`).toEqual([])
			expect(await isShown(), 'the price in the bar beside the large one').toBe(false)
		}
		const barHeight = await page.locator('.thumb-bar').evaluate((bar) => bar.clientHeight)
		const buttonHeight = (await shop.addButton.boundingBox())?.height ?? 0
		expect(barHeight - buttonHeight, 'an empty line in the bar').toBeLessThan(24)
		await page.evaluate(() => scrollTo(0, 700))
		await expect(repeated).toHaveText('Blanco · $29.990')
		await expect.poll(isShown).toBe(true)
		await expect(repeated).toBeInViewport()
	}
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
