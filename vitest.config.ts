import { defineConfig } from 'vitest/config'

// `server` races and crashes run on a PostgreSQL server of their own (tests/failures); everything else is quick.
export default defineConfig({
	test: {
		environment: 'node',
		include: ['{domain,contract,server,simulators,web,tools}/**/*.test.{ts,tsx}', 'tests/{failures,api}/**/*.test.ts'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		globalSetup: ['tests/database-template.ts'],
		maxWorkers: 2,
		execArgv: ['--import=./tools/quick-imports.mjs'],
		retry: process.env.CI ? 1 : 0,
	},
})
