import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { line } from '#tests/journeys/shop-api.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test('the bar on Home is readable at every scroll position', { tag: '@both-widths' }, async ({ shop, page }) => {
	await shop.arriveWith({ cart: [line('Negro')] })
	await shop.open('/')
	await page.evaluate(axe.source)
	for (const color of ['Negro', 'Blanco'] as const) {
		await shop.chooseColor(color)
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme })
			// The bar is opaque below the first 60 px (home-windows.spec.ts).
			for (const y of [0, 50, 100, 600, 1200])
				expect(await unreadableAt(page, y), `${color}, ${colorScheme}, ${y} px`).toEqual([])
		}
	}
})

/** Returns the parts of the bar with too low contrast at scroll position `y` (px). */
async function unreadableAt(page: Page, y: number): Promise<string[]> {
	return await page.evaluate(async (y) => {
		window.scrollTo({ top: y, behavior: 'instant' })
		for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
		const bar = document.querySelector('.bar')
		if (!bar) return ['no bar']
		const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(bar, {
			runOnly: ['color-contrast'],
		})
		return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html}: ${any[0]?.message}`))
	}, y)
}

/** Focuses every control in fixed bars, halfway down the page; returns the scroll distance of each. */
async function movesOnFocus(page: Page): Promise<{ bars: string[]; moved: string[] }> {
	return await page.evaluate(async () => {
		const parts = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select')]
		const barOf = (element: HTMLElement | null): HTMLElement | null =>
			!element || /sticky|fixed/.test(getComputedStyle(element).position) ? element : barOf(element.parentElement)
		const found = parts.flatMap((part) => {
			const bar = part.checkVisibility({ visibilityProperty: true }) ? barOf(part) : null
			return bar && !bar.matches('.skip') ? [{ part, bar }] : []
		})
		const moved: string[] = []
		const middle = Math.round((document.documentElement.scrollHeight - window.innerHeight) / 2)
		for (const { part, bar } of found) {
			document.querySelector('main')?.focus({ preventScroll: true })
			window.scrollTo({ top: middle, behavior: 'instant' })
			const { top, bottom } = part.getBoundingClientRect()
			if (top < 0 || bottom > window.innerHeight) continue
			part.focus()
			await new Promise((resolve) => requestAnimationFrame(resolve))
			if (window.scrollY !== middle) moved.push(`${bar.className}: from ${middle} to ${window.scrollY} px`)
		}
		return { bars: [...new Set(found.map(({ bar }) => bar.className))], moved }
	})
}

test('the focus in a fixed bar never scrolls the page', async ({ shop, api, page }) => {
	const customer = await api.aCustomer()
	await shop.arriveWith({ customer, cart: [line('Negro'), line('Rosado'), line('Celeste'), line('Blanco')] })
	for (const path of ['/', '/carrito', '/pago', '/perfil', '/politicas']) {
		await shop.open(path)
		const { bars, moved } = await movesOnFocus(page)
		expect(bars.length, path).toBeGreaterThan(0)
		expect(moved, path).toEqual([])
	}
})

test('the focus in a bar of the panel never scrolls the page', async ({ api, page }) => {
	const { nro_orden } = await api.anOrder(await api.aCustomer(), { metodo_pago: 'transferencia' })
	const staff = new StaffPage(page)
	await staff.enter(api)
	for (const section of ['Órdenes', 'Números', 'Ajustes'] as const) {
		await staff.go(section)
		await expect(page.getByText('Cargando panel...')).toHaveCount(0)
		expect((await movesOnFocus(page)).moved, section).toEqual([])
	}
	await staff.go('Órdenes')
	await staff.openOrder(nro_orden)
	expect((await movesOnFocus(page)).moved, 'order').toEqual([])
})
