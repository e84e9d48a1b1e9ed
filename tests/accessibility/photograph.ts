import { expect, type Page, test } from '@playwright/test'

/** Window widths in CSS px: the phone project takes the narrow ones, the desktop project the rest. */
const widths: Readonly<Record<string, readonly number[]>> = { phone: [320, 390], desk: [820, 1280, 1920] }
const heights: Readonly<Record<number, number>> = { 320: 640, 390: 844, 820: 1180, 1280: 800, 1920: 1080 }

/** True in a run that only takes screenshots (`npm run screens`). */
export const isPhotographing = process.env.SCREENS !== undefined
const secondsPerState = 60

/**
 * Writes screenshots to test-results/screens, in every width, in light and dark mode. A state named `over-…` is cropped to
 * the window.
 */
export async function photograph(page: Page, name: string): Promise<void> {
	const info = test.info()
	const isOver = name.startsWith('over-')
	info.setTimeout(info.timeout + secondsPerState * 1000)
	const before = page.viewportSize()
	for (const width of widths[info.project.name] ?? []) {
		await page.setViewportSize({ width, height: heights[width] ?? 800 })
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme })
			// A full-page screenshot shows the page unscrolled.
			if (!isOver) await page.evaluate(() => window.scrollTo(0, 0))
			await expect(page.getByText('Cargando mapa...')).toHaveCount(0)
			const path = `test-results/screens/${width}/${name}-${colorScheme}.jpg`
			await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: !isOver })
		}
	}
	await page.emulateMedia({ colorScheme: 'light' })
	if (before) await page.setViewportSize(before)
}
