// npm run mutate -- domain/orders server/stock/hold-stock.ts: changes the code in small ways, one at a time, and lists which
// changes no test notices (docs/testing.md). In a copy of the source: the working tree stays as it is.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, node, root, run } from './set-up.mjs'

/** Tests about several units lie in tests/api; these are held against the module too, and so are the modules that use it. */
const alsoHeld = {
	'server/orders': ['server/checkout/**/*.test.ts'],
	'server/payments': ['tests/api/{payments,webpay,flow}.test.ts'],
	'server/checkout': ['tests/api/{payments,unpaid-limits,coupon-limits}.test.ts'],
	'server/stock': ['server/checkout/**/*.test.ts', 'tests/api/staff-products.test.ts'],
}

/** A run that takes longer is ended: it found out nothing then. */
const limitMs = 60 * 60_000

const gateways = 'server/payments/gateways'

/** The module of a path, e.g. `server/orders`, or the wing `domain`. */
function moduleOf(path) {
	// Their tests need no database, so that they are held against these alone.
	if (path.startsWith(gateways)) return gateways
	const depth = path.startsWith('server/') ? 2 : 1
	return path.split('/').slice(0, depth).join('/')
}

/** Where the tests are that are held against a path. */
const testsFor = (path) => [`${moduleOf(path)}/**/*.test.ts`, ...(alsoHeld[moduleOf(path)] ?? [])]

/** Makes a copy of the source that runs with this one's packages and build. */
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
	process.stderr.write('› npm run mutate -- domain/orders server/stock/hold-stock.ts\n')
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
	// Emptied sentences say little about rules; most of what they find is a sentence of the log.
	mutator: { excludedMutations: ['StringLiteral'] },
	reporters: ['progress-append-only', 'clear-text'],
	clearTextReporter: { reportTests: false, reportMutants: true },
	concurrency: 1,
	coverageAnalysis: 'perTest',
	// A constant of a module is read once, so that each change of one would run every test there is.
	ignoreStatic: !withStatic,
	// TypeScript has no interface of its own in JavaScript any more, which Stryker would read this with.
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
