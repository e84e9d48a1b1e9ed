// npm test: installs, builds when stale, and runs every test; `npm test older-browser` runs the journeys with an older
// browser. The last line always counts the tests.
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, noBrowser } from './find-browser.mjs'
import { ensureOlderBrowser } from './older-browser.mjs'
import { failedJourneys, failedUnits, judgeRepeated, mostRepeated, readReport } from './repeat-failed.mjs'
import { ensureBuilt, ensureInstalled, node, root } from './set-up.mjs'

const results = join(root, 'test-results')
const only = process.argv.slice(2)
const wants = (name) => only.length === 0 || only.includes(name)
const wantsOlderBrowser = only.includes('older-browser')

/** Timeout in ms of a runner, then counted as a failure. */
const timeoutMs = 120 * 60_000

const total = { passed: 0, failed: 0, isComplete: false }
const running = new Set()
const startedAt = performance.now()

function duration() {
	const seconds = Math.round((performance.now() - startedAt) / 1000)
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

process.on('exit', (code) => {
	// A step before the tests failed and printed why: also a failure.
	if (!total.isComplete) total.failed += 1
	if (code === 0 && (total.failed > 0 || total.passed === 0)) process.exitCode = 1
	process.stdout.write(`› ${duration()}\n${total.passed} passed, ${total.failed} failed\n`)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => {
		for (const child of running) child.kill(signal)
		process.exit(1)
	})
}

function start(args, env, write) {
	return new Promise((resolve) => {
		const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
		running.add(child)
		for (const stream of [child.stdout, child.stderr]) stream.on('data', write)
		const timer = setTimeout(() => {
			write(`› ${args[0]} no terminó en ${timeoutMs / 60_000} minutos\n`)
			child.kill('SIGKILL')
		}, timeoutMs)
		child.on('error', (error) => write(`› ${args[0]}: ${error.message}\n`))
		child.on('close', (code) => {
			clearTimeout(timer)
			running.delete(child)
			resolve(code ?? 1)
		})
	})
}

async function runUnits(write, files = []) {
	const report = join(results, files.length === 0 ? 'units.json' : 'units-repeated.json')
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
	const alone = files.length === 0 ? [] : ['--maxWorkers=1', ...files]
	const status = await start(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...alone], {}, write)
	return { report: readReport(report), status }
}

async function runJourneys(browser, write, { repeat = false } = {}) {
	const report = join(results, repeat ? 'journeys-repeated.json' : 'journeys.json')
	const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
	const alone = repeat ? ['--last-failed', '--workers=1'] : []
	const status = await start(['node_modules/@playwright/test/cli.js', 'test', ...alone], env, write)
	return { report: readReport(report), status }
}

/** A failed run without a failed test counts as one failure. */
function add(passed, failed, status) {
	total.passed += passed
	total.failed += failed === 0 && status !== 0 ? 1 : failed
}

/** What failed is repeated once by `repeat`; a test that passes then counts as passed and is printed as flaky. */
async function settle(failed, passed, status, repeat) {
	if (failed.length === 0 || failed.length > mostRepeated) return add(passed, failed.length, status)
	process.stdout.write(`› Se repite, a solas, lo que falló:\n${failed.map((name) => `  ${name}\n`).join('')}`)
	const again = await repeat()
	const { red, flaky } = judgeRepeated(failed, again.failed)
	for (const name of flaky) process.stdout.write(`flaky: ${name}\n`)
	for (const name of red) process.stdout.write(`failed twice: ${name}\n`)
	add(passed + flaky.length, red.length, again.status)
}

async function settleUnits({ report, status }) {
	const { files, tests } = failedUnits(report)
	await settle(tests, report?.numPassedTests ?? 0, status, async () => {
		const again = await runUnits(process.stdout.write.bind(process.stdout), files)
		return { failed: failedUnits(again.report).tests, status: again.status }
	})
}

async function settleJourneys({ report, status }, browser) {
	await settle(failedJourneys(report), report?.stats?.expected ?? 0, status, async () => {
		const again = await runJourneys(browser, process.stdout.write.bind(process.stdout), { repeat: true })
		return { failed: failedJourneys(again.report), status: again.status }
	})
}

/** Prints at once, or buffers until `open` is called, so the output of two runners is not mixed. */
function createGate(isOpen) {
	const kept = []
	let passes = isOpen
	return {
		write: (chunk) => (passes ? process.stdout.write(chunk) : kept.push(chunk)),
		open() {
			passes = true
			for (const chunk of kept.splice(0)) process.stdout.write(chunk)
		},
	}
}

ensureInstalled({ withTools: true })
ensureBuilt()
rmSync(results, { recursive: true, force: true })
// Created before both runners, which would both create it.
spawnSync(node, ['tests/database-template.ts'], { cwd: root, stdio: 'inherit' })

const unitsGate = createGate(true)
const journeysGate = createGate(!wants('units'))
// Each leaves half of the machine idle (waits in failure tests, page loads), so both run in parallel.
const units = wants('units') ? runUnits(unitsGate.write).finally(() => journeysGate.open()) : undefined
if (availableParallelism() < 2) await units
const drivesBrowser = wants('journeys') || wantsOlderBrowser
const browser = drivesBrowser && (wantsOlderBrowser ? ensureOlderBrowser() : await ensureBrowser())
const journeys = browser ? await runJourneys(browser, journeysGate.write) : undefined
// Each repetition runs alone.
if (units) await settleUnits(await units)
if (journeys) await settleJourneys(journeys, browser)
if (drivesBrowser && !browser) {
	// A run without journeys is incomplete, and says so in its last line.
	total.failed += 1
	if (!wantsOlderBrowser) process.stderr.write(`${noBrowser}\n`)
}
total.isComplete = true
