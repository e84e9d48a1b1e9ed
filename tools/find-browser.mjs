// The browser that the tests drive: one that is installed, else Playwright's own, else Debian's package.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node, root } from './set-up.mjs'

const installed = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const tryRun = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

const found = () => installed.find((path) => path && existsSync(path))

/** The path of Playwright's own browser where it has been installed. */
function playwrightsOwn() {
	const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
	const path = spawnSync(node, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout?.trim()
	return path && existsSync(path) ? path : undefined
}

/** Finds a browser, or installs one and says so. Ends the process with a clear message when there is none to be had. */
export function ensureBrowser() {
	const present = found() ?? playwrightsOwn()
	if (present) return present
	process.stdout.write('› Instalando un navegador para las pruebas…\n')
	if (tryRun(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])) {
		const own = playwrightsOwn()
		if (own) return own
	}
	if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		tryRun('apt-get', ['update', '-qq'])
		tryRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
	}
	const now = found()
	if (now) return now
	process.stderr.write('No hay un navegador: instala Chromium o Chrome, o indica su ruta en CHROMIUM_PATH.\n')
	process.exit(1)
}
