/**
 * Runs Lighthouse's phone profile on a page, with an installed Chromium (CHROMIUM_PATH). Use: npx node
 * rig/bench/lighthouse.ts [URL, http://localhost:3000 by default] Prints the four scores and the failed audits. Needs a
 * running shop.
 */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const chrome = await launch({
	chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
	chromeFlags: [
		'--headless=new',
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	],
})
try {
	const result = await lighthouse(address, { port: chrome.port, output: 'json', logLevel: 'error' })
	if (!result) throw new Error('Lighthouse gave no result')
	const { categories, audits } = result.lhr
	for (const { title, score, auditRefs } of Object.values(categories)) {
		console.log(`${String(Math.round((score ?? 0) * 100)).padStart(4)}  ${title}`)
		for (const { id, weight } of auditRefs) {
			const audit = audits[id]
			if (weight > 0 && audit?.score !== null && audit !== undefined && audit.score < 0.99) {
				console.log(`        ${audit.score.toFixed(2)}  ${audit.title} ${audit.displayValue ?? ''}`)
			}
		}
	}
} finally {
	chrome.kill()
}
