import type { Route } from '@playwright/test'
import { expect, test } from '#tests/journeys/test.ts'

test('a picture whose connection hangs holds back nothing but itself', async ({ shop, page }) => {
	const held: Route[] = []
	await page.route(/hero-negro.*avif/, (route) => void held.push(route))
	await page.goto('/', { waitUntil: 'commit' })
	await expect.poll(() => held.length).toBeGreaterThan(0)
	await shop.untilAlive()
	const look = page.locator('.first-look')
	await expect(look).toBeVisible()
	for (const route of held) await route.continue()
	await expect(look).toBeHidden()
})
