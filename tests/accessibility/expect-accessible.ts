import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { isPhotographing, photograph } from '#tests/accessibility/photograph.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What can differ by night from the same page by day: nothing but its colours. */
const colorRules = ['color-contrast', 'link-in-text-block']
const narrowest = { width: 320, height: 640 }

/** No part of the page may be wider than the window: nobody should have to scroll sideways to read, nor with letters twice as large. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
	const size = page.viewportSize()
	await page.setViewportSize(narrowest)
	await expectAllInWindow(page, 'at 320 px')
	if (size) await page.setViewportSize(size)
	await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
	await expectAllInWindow(page, 'with letters of 200 %')
	await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

async function expectAllInWindow(page: Page, when: string): Promise<void> {
	const beyond = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement
		const width = Math.min(clientWidth, window.screen.width)
		if (scrollWidth <= width) return []
		const parts = [...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right > width)
		return [`${scrollWidth} of ${width} px`, ...parts.map(({ tagName, className }) => `${tagName}.${className}`)]
	})
	expect(beyond.slice(0, 9), `wider than the window ${when}`).toEqual([])
}

/**
 * Holds what the page shows now against WCAG 2.2 AA by day, its colours by night too, and against a window of 320 px on the phone. `name`
 * is the state's, in kebab case; states over the page (a dialog, an open list) begin with `over-`. `only` names the rules that
 * a state can break which differs from one that was held against all of them. A run that takes pictures takes those instead.
 */
export async function expectAccessible(page: Page, name: string, only?: readonly string[]): Promise<void> {
	if (isPhotographing) return await photograph(page, name)
	for (const colorScheme of ['light', 'dark'] as const) {
		const rulesNow = colorScheme === 'light' ? only : colorRules.filter((rule) => only?.includes(rule) ?? true)
		await page.emulateMedia({ colorScheme })
		// The page has no frames, so axe need not put its findings together in a page of its own.
		const axe = new AxeBuilder({ page }).setLegacyMode()
		const { violations } = await (rulesNow ? axe.withRules([...rulesNow]) : axe.withTags(rules)).analyze()
		const found = violations.flatMap(({ id, nodes }) =>
			nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.any.map((check) => check.message).join(' ')}`),
		)
		expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
	}
	await page.emulateMedia({ colorScheme: 'light' })
	if (test.info().project.name === 'phone') await expectNoSidewaysScroll(page)
}
