import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { quickImports } from './tools/set-up.mjs'

const within = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}.test.ts`)

/** They start processes of the shop and take longest, the longest first: begun late, one worker would be left with it. */
const processTests = within('tests/failures', [
	'backup',
	'soak',
	'database-restart',
	'production',
	'many-processes',
	'upgrade',
	'kill',
	'behind-nginx',
	'start-up',
	'deployment',
	'closing',
])
const longTests = [
	...within('tests/api', ['defence', 'openapi-fuzz']),
	...within('tests/failures', ['refunds', 'refunds-in-doubt', 'staff-and-gateways']),
	...within('server/payments', ['settle-payment', 'money-taken-back']),
]
/** Each has a process of its own: one fills up what a process counts in all, the other replaces a module. */
const ownProcess = ['server/http/error-cause.test.ts', 'tests/api/added-setting.test.ts']
/** A worker that serves several files ends when one comes that wants its own, so those come first. */
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

/** Builds the shop where its sources changed, and makes the database that each test copies. */
const shopSetup = ['tests/database-template.ts']

// `pure` neither builds nor opens anything: a changed rule is tested in seconds. Races and crashes run on a PostgreSQL server of their own (tests/failures).
export default defineConfig({
	test: {
		environment: 'node',
		// Both end what hangs, no more: how long a busy machine takes is nothing that a test proves. A poll ends by itself.
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: { poll: { timeout: 30_000 } },
		globalSetup: ['tests/temporary-folder.ts'],
		maxWorkers: 2,
		sequence: { sequencer: LongestFirst },
		execArgv: [...quickImports],
		projects: [
			{ extends: true, test: { name: 'pure', include: ['{domain,contract,packages}/**/*.test.ts'], isolate: false } },
			// Pages keep their state in modules, as a tab does; each file is a tab of its own.
			{ extends: true, test: { name: 'pages', include: ['web/**/*.test.{ts,tsx}'] } },
			{
				extends: true,
				test: { name: 'processes', include: [...ownProcess, ...processTests], globalSetup: shopSetup },
			},
			{
				extends: true,
				test: {
					name: 'shop',
					include: ['{server,tools,tests}/**/*.test.ts'],
					exclude: [...ownProcess, ...processTests],
					globalSetup: shopSetup,
					// A shop opened in a test keeps nothing outside itself. To load the shop and compile the embedded database anew
					// for each file was half of what these tests cost.
					isolate: false,
				},
			},
		],
	},
})
