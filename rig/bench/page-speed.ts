/**
 * Measures Home on a simulated slow phone: 390 × 844, 4 times slower CPU, 1.6 Mbps, 150 ms, empty cache. Use: npx node
 * rig/bench/page-speed.ts [URL, http://localhost:3000 by default] [runs, 5 by default] Prints one line per run and the
 * median. Needs a running shop and an installed Chromium (CHROMIUM_PATH).
 */
import { type CDPSession, chromium, type Page } from '@playwright/test'

const [address = 'http://localhost:3000', runsText = '5'] = process.argv.slice(2)
const runs = Math.min(Math.max(Number(runsText) || 5, 1), 50)

interface Measure {
	fcpMs: number
	lcpMs: number
	loadMs: number
	aliveMs: number
	blockingMs: number
	cls: number
	requests: number
	kilobytes: number
}

/** Runs in the page first: registers the performance observers. */
function observe(): void {
	const seen = { lcp: 0, cls: 0, longTasks: [] as [start: number, duration: number][] }
	Object.assign(window, { seen })
	const on = (type: string, take: (entry: PerformanceEntry & Record<string, unknown>) => void) =>
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) take(entry as PerformanceEntry & Record<string, unknown>)
		}).observe({ type, buffered: true })
	on('largest-contentful-paint', (entry) => {
		seen.lcp = entry.startTime
	})
	on('layout-shift', (entry) => {
		if (!entry.hadRecentInput) seen.cls += Number(entry.value)
	})
	on('longtask', (entry) => {
		seen.longTasks.push([entry.startTime, entry.duration])
	})
}

async function slowDown(cdp: CDPSession): Promise<void> {
	await cdp.send('Network.enable')
	await cdp.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: 150,
		downloadThroughput: 1_600_000 / 8,
		uploadThroughput: 750_000 / 8,
	})
	await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

async function measure(page: Page): Promise<Measure> {
	const cdp = await page.context().newCDPSession(page)
	let bytes = 0
	let requests = 0
	cdp.on('Network.loadingFinished', (event) => {
		bytes += event.encodedDataLength
	})
	cdp.on('Network.requestWillBeSent', () => {
		requests += 1
	})
	await slowDown(cdp)
	await page.addInitScript(observe)
	await page.goto(address, { waitUntil: 'load' })
	// The page is hydrated when React owns the button.
	const isAlive = () =>
		Object.keys(document.querySelector('.add-button') ?? {}).some((key) => key.startsWith('__react'))
	await page.waitForFunction(isAlive, undefined, { polling: 20, timeout: 20_000 })
	const aliveMs = await page.evaluate(() => performance.now())
	await page.waitForTimeout(1500)
	const rest = await page.evaluate(() => {
		const seen = Reflect.get(window, 'seen') as { lcp: number; cls: number; longTasks: [number, number][] }
		const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
		const [fcp] = performance.getEntriesByName('first-contentful-paint')
		const firstPaint = fcp?.startTime ?? Number.NaN
		// Total blocking time: tasks after the first paint, only their part over 50 ms.
		const blocking = seen.longTasks
			.filter(([start, duration]) => start + duration > firstPaint)
			.reduce((sum, [, duration]) => sum + duration - 50, 0)
		return { ...seen, fcp: firstPaint, load: navigation?.loadEventEnd ?? Number.NaN, blocking }
	})
	return {
		fcpMs: Math.round(rest.fcp),
		lcpMs: Math.round(rest.lcp),
		loadMs: Math.round(rest.load),
		aliveMs: Math.round(aliveMs),
		blockingMs: Math.round(rest.blocking),
		cls: Number(rest.cls.toFixed(4)),
		requests,
		kilobytes: Math.round(bytes / 1024),
	}
}

function median(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
	args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
const measures: Measure[] = []
for (let run = 0; run < runs; run += 1) {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		deviceScaleFactor: 2,
		isMobile: true,
		hasTouch: true,
	})
	measures.push(await measure(await context.newPage()))
	await context.close()
}
await browser.close()
const first = measures[0]
if (!first) throw new Error('nothing was measured')
const medians = Object.fromEntries(
	Object.keys(first).map((key) => [key, median(measures.map((one) => one[key as keyof Measure]))]),
)
console.table([...measures, medians])
console.log('median', JSON.stringify(medians))
