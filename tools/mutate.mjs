// npm run mutate -- modules/checkout modules/orders/server/reserve-stock.ts: mutates the code and lists the mutations that no test detects
// (docs/testing.md). Works on a copy of the source.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, node, root, run } from './set-up.mjs'

/** Integration tests are in tests/api; they run for the module too, and so do the modules that import it. */
const alsoHeld = {
	'modules/orders': ['modules/checkout/**/*.test.ts'],
	'modules/payments': ['tests/api/{payments,webpay,flow}.test.ts'],
	'modules/checkout': ['tests/api/{payments,unpaid-limits,coupon-limits}.test.ts'],
	'modules/catalog': ['modules/checkout/**/*.test.ts', 'tests/api/staff-products.test.ts'],
}

/** A longer run is ended without a result. */
const limitMs = 60 * 60_000

const gateways = 'modules/payments/server/gateways'

/** Returns the module of a path, e.g. `modules/orders`, or the folder `core`. */
function moduleOf(path) {
	// Their tests need no database, so only these run.
	if (path.startsWith(gateways)) return gateways
	const depth = path.startsWith('modules/') ? 2 : 1
	return path.split('/').slice(0, depth).join('/')
}

const testsFor = (path) => [`${moduleOf(path)}/**/*.test.ts`, ...(alsoHeld[moduleOf(path)] ?? [])]

function copySource() {
	const copy = mkdtempSync(join(tmpdir(), 'premium-shaker-mutate-'))
	const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
	const files = listed.stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
	for (const path of files) cpSync(join(root, path), join(copy, path))
	for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder))
	return copy
}

const withStatic = process.argv.includes('--static')
const paths = process.argv
	.slice(2)
	.filter((arg) => arg !== '--static')
	.map((path) => path.replace(/\/$/, ''))
if (paths.length === 0 || paths.some((path) => !existsSync(join(root, path)))) {
	process.stderr.write('› npm run mutate -- modules/checkout modules/orders/server/reserve-stock.ts\n')
	process.exit(1)
}
ensureInstalled({ withTools: true })
run(node, ['tests/database-template.ts'], { cwd: root })
const copy = copySource()
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))

const isFolder = (path) => statSync(join(root, path)).isDirectory()
const settings = {
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: { configFile: 'vitest.mutate.config.ts', related: false },
	mutate: [...paths.map((path) => (isFolder(path) ? `${path}/**/*.ts` : path)), '!**/*.test.ts'],
	// Mutated strings are mostly log messages.
	mutator: { excludedMutations: ['StringLiteral'] },
	reporters: ['progress-append-only', 'clear-text'],
	clearTextReporter: { reportTests: false, reportMutants: true },
	concurrency: 1,
	coverageAnalysis: 'perTest',
	// A module constant is evaluated once, so each mutation of one would run every test.
	ignoreStatic: !withStatic,
	// TypeScript 7 has no JavaScript API, which Stryker needs to read this.
	tsconfigFile: 'none.json',
	inPlace: true,
	timeoutMS: 20_000,
	dryRunTimeoutMinutes: 30,
}
writeFileSync(join(copy, 'stryker.json'), JSON.stringify(settings))
const result = spawnSync(node, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.json'], {
	cwd: copy,
	stdio: 'inherit',
	timeout: limitMs,
	env: { ...process.env, MUTATE_TESTS: paths.flatMap(testsFor).join(' ') },
})
process.exit(result.status ?? 1)
