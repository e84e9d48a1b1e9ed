import { siteMap } from '#shop/web/site-map.ts'
import { expectRoomForSpacing } from '#tests/accessibility/expect-accessible.ts'
import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

// The bar is widest with a session and a filled cart; expect-accessible.ts checks every other state.
test('every screen fits wider text spacing, logged in and with one unit in the cart', { tag: '@phone' }, async ({
	shop,
	api,
	page,
	troubles,
}) => {
	troubles.allow(/status of 4\d\d/)
	await shop.arriveWith({ customer: await api.aCustomer(), cart: [line('Negro')] })
	for (const path of ['/', ...siteMap.map(({ path }) => path.replaceAll(':', ''))]) {
		await test.step(path, async () => {
			await page.goto(path)
			await expect(page.getByRole('button', { name: /^Carrito 1 producto/ })).toBeVisible()
			await expect(page.getByText(/^Cargando/)).toHaveCount(0)
			await expectRoomForSpacing(page)
		})
	}
})
