import type { Page } from '@playwright/test'

/**
 * Translates the page like Google Translate: every text node, present or future, moves into two `font` elements. The words
 * do not change, so locators find them. Call it after hydration.
 */
export async function translate(page: Page): Promise<void> {
	await page.evaluate(translateTexts)
}

function translateTexts(): void {
	const untouched = 'script, style, textarea, svg, [translate=no], .notranslate'
	const wrap = (text: Node) => {
		const parent = text.parentElement
		if (!text.nodeValue?.trim() || !parent || parent.closest(`font, ${untouched}`)) return
		const outer = document.createElement('font')
		const inner = outer.appendChild(document.createElement('font'))
		inner.append(text.nodeValue)
		text.parentNode?.replaceChild(outer, text)
	}
	const wrapIn = (root: Node) => {
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
		const texts = [root.nodeType === Node.TEXT_NODE ? root : null]
		while (walker.nextNode()) texts.push(walker.currentNode)
		for (const text of texts) if (text?.isConnected) wrap(text)
	}
	wrapIn(document.body)
	new MutationObserver((records) => {
		for (const { addedNodes } of records) for (const node of addedNodes) wrapIn(node)
	}).observe(document.body, { childList: true, subtree: true })
}
