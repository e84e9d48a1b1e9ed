import { defineConfig } from 'vitest/config'
import { quickImports } from './tools/set-up.mjs'

/** The tests that tools/mutate.mjs holds changed code against: it names them. */
export default defineConfig({
	test: {
		include: (process.env.MUTATE_TESTS ?? '').split(' '),
		testTimeout: 60_000,
		hookTimeout: 90_000,
		expect: { poll: { timeout: 5000 } },
		execArgv: [...quickImports],
		isolate: false,
	},
})
