import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const installed = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
].find((path) => path && existsSync(path))

// The pages are built before (tools/test.mjs); each worker opens a shop of its own (tests/journeys/shop-process.ts).
export default defineConfig({
	testDir: 'tests',
	testMatch: '{journeys,accessibility}/**/*.spec.ts',
	outputDir: 'test-results/journeys',
	fullyParallel: false,
	forbidOnly: true,
	workers: 2,
	// On a machine that is shared with others a journey may run out of time; what passes at the second try is told as flaky.
	retries: process.env.CI ? 1 : 0,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: [
		['line'],
		['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/journeys.json' }],
	],
	use: {
		browserName: 'chromium',
		locale: 'es-CL',
		timezoneId: 'America/Santiago',
		actionTimeout: 15_000,
		navigationTimeout: 30_000,
		screenshot: 'only-on-failure',
		// Nothing moves by itself, so that nothing has to be waited for; the carousel's own test asks for motion.
		contextOptions: { reducedMotion: 'reduce' },
		launchOptions: {
			...(installed ? { executablePath: installed } : {}),
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
	projects: [
		{ name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
		{ name: 'desk', use: { viewport: { width: 1280, height: 800 } } },
	],
})
