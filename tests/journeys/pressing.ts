import { expect, type Locator, type Page } from '@playwright/test'

/** Windows in which a click must land: the narrowest phone, a desktop, and a phone with letters twice as large. */
export const windows = [
	{ name: '320 px', width: 320, height: 640, letters: '100%' },
	{ name: '1280 px', width: 1280, height: 800, letters: '100%' },
	{ name: 'letters of 200 %', width: 390, height: 844, letters: '200%' },
] as const

/** Runs `work` in each of these windows. */
export async function inEveryWindow(page: Page, work: (name: string) => Promise<void>): Promise<void> {
	for (const { name, letters, ...size } of windows) {
		await page.setViewportSize(size)
		await page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), letters)
		await work(name)
	}
	await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/** Duration of a press in animation frames, in which the page may react to a blur. */
const framesOfAPress = 12

/**
 * Presses and releases a button with a pause while the field `left` has the focus. Fails when the button moves away from the
 * pointer or gets no click.
 */
export async function pressSlowly(button: Locator, left: Locator): Promise<void> {
	const page = button.page()
	await button.scrollIntoViewIfNeeded()
	await left.evaluate((field: HTMLElement) => field.focus({ preventScroll: true }))
	const box = await button.boundingBox()
	const middle = middleOf(box)
	await button.evaluate((element: HTMLElement) => {
		// Recorded on the page: the button may disappear with its dialog.
		const { dataset } = document.documentElement
		delete dataset.clicked
		element.addEventListener('click', () => (dataset.clicked = 'yes'), { once: true })
	})
	await page.mouse.move(middle.x, middle.y)
	await page.mouse.down()
	await page.evaluate(async (frames) => {
		for (let frame = 0; frame < frames; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
	}, framesOfAPress)
	// A pressed button is slightly smaller.
	const after = middleOf(await button.boundingBox())
	expect(Math.hypot(after.x - middle.x, after.y - middle.y), 'the button moved under the finger').toBeLessThan(1)
	await page.mouse.up()
	await expect(page.locator('html'), 'the click did not come to the button').toHaveAttribute('data-clicked', 'yes')
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>

function middleOf(box: Box): { x: number; y: number } {
	if (!box) throw new Error('the button is not in the window')
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Returns whether two elements do not overlap. */
export async function areApart(one: Locator, other: Locator): Promise<boolean> {
	const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
	if (!a || !b) throw new Error('one of them is not shown')
	return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x
}

/** Expects the focus on the first invalid field, visible together with its message. */
export async function expectShown(field: Locator, message: string | RegExp): Promise<void> {
	await expect(field).toBeFocused()
	await expect(field).toBeInViewport({ ratio: 1 })
	await expect(field).toHaveAccessibleDescription(message)
}
