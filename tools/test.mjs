// npm test: installs everything, builds what is stale, and runs every test there is. The last line counts them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './find-browser.mjs'
import { ensureBuilt, ensureInstalled, node, quickImports, root } from './set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
const browser = ensureBrowser()
const only = process.argv.slice(2)
const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })

const env = { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'journeys.json') }
const call = (args) => spawnSync(node, [...quickImports, ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1

function readJson(name) {
	const path = join(results, name)
	return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Runs the unit, API and failure tests. A runner that died without a report counts as one failure. */
function runVitest() {
	const status = call([
		'node_modules/vitest/vitest.mjs',
		'run',
		'--reporter=default',
		'--reporter=json',
		`--outputFile.json=${join(results, 'units.json')}`,
	])
	const report = readJson('units.json')
	const passed = report?.numPassedTests ?? 0
	const failed = report?.numFailedTests ?? 0
	return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}

/** Runs the journeys through the pages. */
function runPlaywright() {
	const status = call(['node_modules/@playwright/test/cli.js', 'test'])
	const stats = readJson('journeys.json')?.stats
	const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
	const failed = stats?.unexpected ?? 0
	return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}

const runs = []
if (only.length === 0 || only.includes('units')) runs.push(runVitest())
if (only.length === 0 || only.includes('journeys')) runs.push(runPlaywright())
const passed = runs.reduce((sum, run) => sum + run.passed, 0)
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)
