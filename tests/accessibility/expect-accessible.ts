import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { isPhotographing, photograph } from '#tests/accessibility/photograph.ts'
import { expectPinned } from '#tests/pinned/screen-texts.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules whose result depends on colours, checked again in dark mode. */
const colorRules = ['color-contrast', 'link-in-text-block']
const narrowest = { width: 320, height: 640 }

/** Rejects a page wider than the window, also with letters twice as large (WCAG 1.4.10). */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
	const size = page.viewportSize()
	await page.setViewportSize(narrowest)
	await expectAllInWindow(page, 'at 320 px')
	if (size) await page.setViewportSize(size)
	await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
	await expectAllInWindow(page, 'with letters of 200 %')
	await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
	await expectRoomForSpacing(page)
}

/** The text spacing of WCAG 1.4.12. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

/** Rejects a page wider than a phone with the text spacing of WCAG 1.4.12. */
export async function expectRoomForSpacing(page: Page): Promise<void> {
	const size = page.viewportSize()
	// The content security policy of the page allows no style element.
	await page.evaluate((css) => {
		const sheet = new CSSStyleSheet()
		sheet.replaceSync(css)
		document.adoptedStyleSheets = [sheet]
	}, spacing)
	for (const width of [360, 390]) {
		await page.setViewportSize({ width, height: 844 })
		await expectAllInWindow(page, `at ${width} px with text spacing`)
	}
	await page.evaluate(() => {
		document.adoptedStyleSheets = []
	})
	if (size) await page.setViewportSize(size)
}

async function expectAllInWindow(page: Page, when: string): Promise<void> {
	const beyond = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement
		const width = Math.min(clientWidth, window.screen.width)
		if (scrollWidth <= width) return []
		const parts = [...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right > width)
		return [`${scrollWidth} of ${width} px`, ...parts.map(({ tagName, className }) => `${tagName}.${className}`)]
	})
	expect.soft(beyond.slice(0, 9), `wider than the window ${when}`).toEqual([])
}

/**
 * Returns the violations of `rules`, with place and reason. Injecting axe (0.5 MB) and its passed rules would take most of
 * the time, so axe is injected once and returns violations only.
 */
async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
	const options: axe.RunOptions = { runOnly, resultTypes: ['violations'], iframes: false }
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
	return await page.evaluate(async (options) => {
		const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
		return violations.flatMap(({ id, nodes }) =>
			nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.any.map((check) => check.message).join(' ')}`),
		)
	}, options)
}

/**
 * Checks the page against its recorded texts, WCAG 2.2 AA in light mode, colour rules in dark mode, and a 320 px window on
 * the phone. `name` is in kebab case; states over the page (dialog, open list) begin with `over-`. `only` limits the rules
 * for a variant of a fully checked state. A run of `npm run screens` takes screenshots instead.
 */
export async function expectAccessible(page: Page, name: string, only?: readonly string[]): Promise<void> {
	if (isPhotographing) return await photograph(page, name)
	await expectPinned(page, name)
	// A part may be half under the bar at the current scroll position.
	if (!name.startsWith('over-')) await page.evaluate(() => window.scrollTo(0, 0))
	for (const colorScheme of ['light', 'dark'] as const) {
		const rulesNow = colorScheme === 'light' ? only : colorRules.filter((rule) => only?.includes(rule) ?? true)
		await page.emulateMedia({ colorScheme })
		const found = await violationsOf(
			page,
			rulesNow ? { type: 'rule', values: [...rulesNow] } : { type: 'tag', values: tags },
		)
		expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
	}
	await page.emulateMedia({ colorScheme: 'light' })
	if (test.info().project.name === 'phone') await expectNoSidewaysScroll(page)
}
