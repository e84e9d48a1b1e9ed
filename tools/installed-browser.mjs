// The browser that is installed here, for the tests. The one without a window comes first: it does the same for half the work.
import { existsSync } from 'node:fs'

const places = () => [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Its path, or undefined where there is none.
 * @returns {string | undefined}
 */
export function installedBrowser() {
	return places().find((path) => path && existsSync(path))
}
