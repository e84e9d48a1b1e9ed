import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest begins first, or one worker would be left with it at the end. */
const longest = ['database-restart', 'soak', 'production', 'many-processes', 'backup', 'behind-nginx']

const rank = ({ moduleId }: TestSpecification): number => {
	if (!moduleId.includes('/tests/failures/')) return longest.length + 1
	const place = longest.findIndex((name) => moduleId.includes(`/${name}.`))
	return place === -1 ? longest.length : place
}

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
	}
}

// `server` races and crashes run on a PostgreSQL server of their own (tests/failures); everything else is quick.
export default defineConfig({
	test: {
		environment: 'node',
		include: ['{domain,contract,server,simulators,web,tools}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
		testTimeout: 60_000,
		hookTimeout: 90_000,
		globalSetup: ['tests/database-template.ts'],
		maxWorkers: 2,
		retry: Number(process.env.TEST_RETRIES ?? 0),
		sequence: { sequencer: LongestFirst },
	},
})
