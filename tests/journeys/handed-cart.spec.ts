import { line } from '#tests/journeys/shop-api.ts'
import { expect, test } from '#tests/journeys/test.ts'

const item = (color: string, units: number) => `PREM-SHAKER-650-${color.toUpperCase()}:${units}`

test('a link fills an empty cart once, and a reload adds nothing', async ({ shop, page }) => {
	await shop.open(`/comprar/${item('Negro', 2)},${item('Celeste', 1)}`)
	await expect(page).toHaveURL('/carrito')
	await expect(shop.cartLine('Negro')).toContainText('$59.980')
	await shop.expectBadge(3)
	const { imagen: _, ...negro } = line('Negro', 2)
	const { imagen: __, ...celeste } = line('Celeste')
	expect(await shop.cart()).toEqual([expect.objectContaining(negro), expect.objectContaining(celeste)])
	await page.reload()
	await shop.untilHydrated()
	await shop.expectBadge(3)
	await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a link changes a filled cart only after a question', async ({ shop, page }) => {
	await shop.arriveWith({ cart: [line('Negro'), line('Rosado')] })
	const question = page.getByRole('alertdialog', { name: '¿Agregar lo que trae el enlace?' })
	await shop.open(`/comprar/${item('Negro', 2)}`)
	await expect(question).toContainText('2 Negro. Se suma a lo que tengas en tu carrito.')
	await question.getByRole('button', { name: 'No agregar' }).click()
	await expect(question).toBeHidden()
	await shop.expectBadge(2)
	await shop.open(`/comprar/${item('Negro', 2)}`)
	await question.getByRole('button', { name: 'Agregar', exact: true }).click()
	await shop.expectBadge(4)
	await expect(shop.cartLine('Negro').getByRole('status')).toHaveText('3')
})

test('a link asks a customer with a session first, whose cart may be on another device', async ({
	shop,
	api,
	page,
}) => {
	await shop.arriveWith({ customer: await api.aCustomer() })
	await shop.open(`/comprar/${item('Negro', 1)}`)
	await expect(page.getByRole('alertdialog')).toContainText('1 Negro')
	expect(await shop.cart()).toEqual([])
})

test('what a link asks for in vain is explained, and the rest is put in', async ({ shop, api, page }) => {
	const units = await api.stockOf('Celeste')
	await shop.open(`/comprar/${item('Celeste', units + 1)},${item('Negro', 1)},SKU-1:1`)
	await expect(
		shop.alert(
			`No agregamos ${units + 1} Celeste. Sin stock suficiente para Celeste. El enlace pide algo que no vendemos. Elige tu color en la tienda.`,
		),
	).toBeVisible()
	await expect(page).toHaveURL('/carrito')
	await expect(shop.cartLine('Negro')).toBeVisible()
	await shop.expectBadge(1)
})

test('a link continues at the page that it names, unless something could not be put in', async ({ shop, page }) => {
	await shop.open(`/comprar/${item('Negro', 1)}?continue_to=/politicas`)
	await expect(page).toHaveURL('/politicas')
	await shop.expectBadge(1)
	for (const seguir of ['//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
		await page.goto('/salud/vivo')
		await page.evaluate(() => localStorage.removeItem('carrito'))
		await shop.open(`/carrito?${new URLSearchParams({ agregar: item('Negro', 1), seguir })}`)
		await shop.expectBadge(1)
		await expect(page).toHaveURL('/carrito')
	}
})

test.describe('a link without scripts', () => {
	test.use({ javaScriptEnabled: false })

	test('stores nothing', async ({ page, context }) => {
		await page.goto(`/comprar/${item('Negro', 2)}`)
		await expect(page.getByRole('heading', { level: 1, name: 'Tu carrito' })).toBeVisible()
		expect((await context.storageState()).origins).toEqual([])
	})
})
