import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { quickImports } from './tools/set-up.mjs'

const within = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}.test.ts`)

/** Slow tests that start shop processes, longest first, so none is left for the end. */
const processTests = within('tests/failures', [
	'backup',
	'soak',
	'database-restart',
	'production',
	'many-processes',
	'upgrade',
	'earlier-versions',
	'kill',
	'behind-nginx',
	'start-up',
	'deployment',
	'closing',
])
const longTests = [
	...within('tests/pinned', ['successes']),
	...within('modules/photos-and-colors/server', ['bottle-pictures']),
	...within('tests/api', ['flow', 'payments', 'defence', 'openapi-fuzz']),
	...within('tests/failures', ['refunds', 'refunds-in-doubt', 'staff-and-gateways']),
	...within('modules/payments/server', ['settle-payment', 'money-taken-back']),
]
/** Each in its own process: one exhausts process-wide counters, the other replaces a module. */
const ownProcess = ['core/server/http/error-cause.test.ts', 'tests/api/added-setting.test.ts']
/** A worker that serves several files ends when a file needs its own, so those are first. */
const rank = ({ moduleId, project }: TestSpecification): number => {
	const inOrder = [...processTests, ...longTests]
	const place = inOrder.findIndex((path) => moduleId.endsWith(`/${path}`))
	const late = project.name === 'processes' ? processTests.length : inOrder.length
	return place === -1 ? late : place
}

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
	}
}

/** Rules and shapes: what both sides import, in no `server` or `web` folder. */
const pureTests = [
	'core/{rules,contract}/**/*.test.ts',
	'modules/*/*.test.ts',
	'modules/*/staff/*.test.ts',
	'modules/*/shapes/**/*.test.ts',
	'packages/**/*.test.ts',
]

/** Builds the shop when stale, and creates the database that each test copies. */
const shopSetup = ['tests/database-template.ts']

// `pure` neither builds nor opens anything: a changed rule is tested in seconds. Races and crashes run on their own
// PostgreSQL server (tests/failures).
export default defineConfig({
	test: {
		environment: 'node',
		// Both only end hanging tests: durations on a busy machine are no test result. Polls end by themselves.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: { poll: { timeout: 30_000 } },
		globalSetup: ['tests/temporary-folder.ts'],
		maxWorkers: 2,
		sequence: { sequencer: LongestFirst },
		execArgv: [...quickImports],
		projects: [
			{ extends: true, test: { name: 'pure', include: pureTests, isolate: false } },
			// Pages store state in modules, like a tab; each file is a tab of its own.
			{ extends: true, test: { name: 'pages', include: ['{core,modules,shop}/**/web/**/*.test.{ts,tsx}'] } },
			{
				extends: true,
				test: { name: 'processes', include: [...ownProcess, ...processTests], globalSetup: shopSetup },
			},
			{
				extends: true,
				test: {
					name: 'shop',
					include: ['{core,modules,shop}/**/server/**/*.test.ts', '{tools,tests}/**/*.test.ts'],
					exclude: [...ownProcess, ...processTests],
					globalSetup: shopSetup,
					// Shops in tests store nothing outside themselves. Loading the shop and compiling the embedded database for each
					// file took half of these tests' time.
					isolate: false,
				},
			},
		],
	},
})
