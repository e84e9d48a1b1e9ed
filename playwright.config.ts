import { defineConfig } from '@playwright/test'
import { isPhotographing } from './tests/accessibility/photograph.ts'
import { installedBrowser } from './tools/installed-browser.mjs'

const installed = installedBrowser()

/** What Playwright turns off by itself, which the option replaces as a whole, and the browser processes kept ready in vain. */
const unneeded = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsUpgrades',
	'HttpsFirstBalancedModeAutoEnable',
	'LensOverlay',
	'MediaRouter',
	'PaintHolding',
	'ThirdPartyStoragePartitioning',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'OptimizationHints',
	'NetworkTimeServiceQuerying',
	'AimEnabled',
	'PreconnectToSearch',
	'SpareRendererForSitePerProcess',
	// Two pages of the browser's own address bar beside each tab: three quarters of the work of an empty one.
	'WebUIOmniboxPopup',
	'WebUIOmniboxAimPopup',
]

/**
 * A journey runs at one width: a customer's on the phone, one through the panel (`staff-*`) on the desk. What depends on the layout
 * says otherwise by its tag: `@both-widths`, or `@phone` or `@desk` alone. The accessibility suite sees every screen at both.
 */
const elsewhere = {
	phone: /@desk|journeys\/staff-(?!.*@(both-widths|phone))/,
	desk: /@phone|journeys\/(?!staff-|.*@(both-widths|desk))/,
} as const

// The pages are built before (tools/test.mjs); each worker opens a shop of its own (tests/journeys/shop-process.ts).
export default defineConfig({
	testDir: 'tests',
	testMatch: '{journeys,accessibility,pinned}/**/*.spec.ts',
	// States that are only looked at.
	testIgnore: isPhotographing ? [] : 'accessibility/more-states.spec.ts',
	outputDir: 'test-results/journeys',
	snapshotPathTemplate: 'tests/pinned/recorded/screens/{arg}{ext}',
	fullyParallel: false,
	forbidOnly: true,
	workers: 2,
	// How long a busy machine takes is nothing that a journey proves.
	timeout: 180_000,
	expect: { timeout: 30_000 },
	// Says what failed at its end, where it is read, and little before.
	reporter: [
		['dot'],
		['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/journeys.json' }],
	],
	use: {
		browserName: 'chromium',
		locale: 'es-CL',
		timezoneId: 'America/Santiago',
		actionTimeout: 30_000,
		navigationTimeout: 60_000,
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
				'--in-process-gpu',
				'--renderer-process-limit=1',
				`--disable-features=${unneeded.join(',')}`,
			],
		},
	},
	projects: [
		{
			name: 'phone',
			grepInvert: elsewhere.phone,
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		{ name: 'desk', grepInvert: elsewhere.desk, use: { viewport: { width: 1280, height: 800 } } },
	],
})
