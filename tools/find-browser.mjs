// The browser that the tests drive: one that is installed, else Debian's package, else Playwright's own.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installedBrowser } from './installed-browser.mjs'
import { node, root } from './set-up.mjs'

/** How long one way of installing may take: an address that never answers must not hold up the tests. */
const installMs = 240_000

/** What is to be done where no browser can be had. */
export const noBrowser =
	'Faltan los recorridos: no hay navegador. Instala Chromium («sudo apt-get install chromium») o indica uno en CHROMIUM_PATH.'

/** Runs a command, its output shown unless it is `quiet`; true when it ended well and in time. */
function tryRun(command, args, { quiet = false } = {}) {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
	return new Promise((resolve) => {
		const done = (outcome) => {
			if (outcome !== 0) process.stdout.write(`› No resultó: ${command} ${args.join(' ')} (${outcome})\n`)
			resolve(outcome === 0)
		}
		const child = spawn(command, args, {
			cwd: root,
			stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
			env,
			timeout: installMs,
		})
		child.on('error', (error) => done(error.message))
		child.on('exit', (code, signal) => done(code ?? signal))
	})
}

/** Whether it can be started at all: some systems put a hint in the browser's place, and libraries may be missing. */
const runs = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

function installed() {
	const path = installedBrowser()
	return path && runs(path) ? path : undefined
}

/** The path of Playwright's own browser where it has been installed. */
function playwrightsOwn() {
	const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
	const path = spawnSync(node, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout?.trim()
	return path && existsSync(path) && runs(path) ? path : undefined
}

/** As the system's administrator or through sudo, where that asks for no password. */
async function withApt() {
	if (!existsSync('/usr/bin/apt-get')) return undefined
	const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
	if (sudo.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return undefined
	const patience = ['-o', 'Acquire::Retries=3', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120']
	const apt = (...args) => {
		const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...patience, ...args]
		return tryRun(command, rest)
	}
	await apt('update', '-qq')
	for (const name of ['chromium-headless-shell', 'chromium']) {
		if (await apt('install', '-y', '-qq', '--no-install-recommends', name)) {
			const path = installed()
			if (path) return path
		}
	}
	return undefined
}

/** Downloads Playwright's own, which needs libraries that the machine has to have. */
async function withPlaywright() {
	// Where it cannot be downloaded it says so five times over, at length.
	await tryRun(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { quiet: true })
	return playwrightsOwn()
}

/** Finds a browser, or installs one and says so. Undefined when there is none to be had: the caller says `noBrowser`. */
export async function ensureBrowser() {
	const present = installed() ?? playwrightsOwn()
	if (present) return present
	process.stdout.write('› Instalando un navegador para las pruebas…\n')
	return (await withApt()) ?? (await withPlaywright())
}
