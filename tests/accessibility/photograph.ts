import { expect, type Page, test } from '@playwright/test'

/** How wide the windows are that a state is photographed in: those of phones by the phone, the rest by the desk. */
const widths: Readonly<Record<string, readonly number[]>> = { phone: [320, 390], desk: [820, 1280, 1920] }
const heights: Readonly<Record<number, number>> = { 320: 640, 390: 844, 820: 1180, 1280: 800, 1920: 1080 }

/** Whether this run only takes pictures of every state (`npm run screens`). */
export const isPhotographing = process.env.SCREENS !== undefined
const secondsPerState = 60

/**
 * Keeps pictures of what the page shows now in test-results/screens: in every width, by day and by night. A state whose name
 * begins with `over-` lies over the page, and is shown as the window has it.
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
			// A picture of a whole page shows it as it is before anybody scrolls.
			if (!isOver) await page.evaluate(() => window.scrollTo(0, 0))
			await expect(page.getByText('Cargando mapa...')).toHaveCount(0)
			const path = `test-results/screens/${width}/${name}-${colorScheme}.jpg`
			await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: !isOver })
		}
	}
	await page.emulateMedia({ colorScheme: 'light' })
	if (before) await page.setViewportSize(before)
}
