// The installed browser for the tests. The headless shell is first, because it needs half of the CPU.
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
