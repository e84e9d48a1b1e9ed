import type { Route } from '@playwright/test'
import { expect, test } from '#tests/journeys/test.ts'

test('a hanging image delays nothing else on Home', async ({ shop, page }) => {
	const held: Route[] = []
	await page.route(/hero-negro.*avif/, (route) => void held.push(route))
	await page.goto('/', { waitUntil: 'commit' })
	await expect.poll(() => held.length).toBeGreaterThan(0)
	await shop.untilHydrated()
	await shop.chooseColor('Rosado')
	await shop.addButton.click()
	await expect(shop.cartLine('Rosado', shop.dropdown)).toBeVisible()
	for (const route of held) await route.continue()
})

test('clicks before hydration choose a colour and add to the cart after hydration', async ({ shop, page }) => {
	let release = () => {}
	const released = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route(/\/assets\/.*\.js/, async (route) => {
		await released
		await route.continue()
	})
	await page.goto('/', { waitUntil: 'commit' })
	await shop.chooseColor('Rosado')
	await shop.addButton.click()
	await shop.addButton.click()

	release()
	await expect(shop.cartLine('Rosado', shop.dropdown)).toBeVisible()
	await shop.expectBadge(1)
	await expect(page.getByRole('radio', { name: 'Rosado' })).toBeChecked()
	await expect(page).toHaveURL('/?color=rosado')
	await shop.untilHydrated()
	await page.keyboard.press('Escape')
	await shop.addButton.click()
	await shop.expectBadge(2)
})
