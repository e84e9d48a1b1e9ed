// Finds the browser for the tests: an installed one, else Debian's package, else Playwright's own.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installedBrowser } from './installed-browser.mjs'
import { node, root } from './set-up.mjs'

/** Timeout in ms of one way of installing, against hosts that never answer. */
const installMs = 240_000

export const noBrowser =
	'Faltan los recorridos: no hay navegador. Instala Chromium («sudo apt-get install chromium») o indica uno en CHROMIUM_PATH.'

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

/** Returns whether it starts: some systems have a placeholder, and libraries may be missing. */
const runs = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

function installed() {
	const path = installedBrowser()
	return path && runs(path) ? path : undefined
}

function playwrightsOwn() {
	const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
	const path = spawnSync(node, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout?.trim()
	return path && existsSync(path) && runs(path) ? path : undefined
}

/** As root, or through sudo without a password. */
async function withApt() {
	if (!existsSync('/usr/bin/apt-get')) return undefined
	const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
	if (sudo.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return undefined
	const timeouts = ['-o', 'Acquire::Retries=3', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120']
	const apt = (...args) => {
		const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...timeouts, ...args]
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

/** Downloads Playwright's own, which needs system libraries. */
async function withPlaywright() {
	// A failed download prints its error five times, at length.
	await tryRun(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { quiet: true })
	return playwrightsOwn()
}

/** Finds or installs a browser. Undefined when impossible: the caller prints `noBrowser`. */
export async function ensureBrowser() {
	const present = installed() ?? playwrightsOwn()
	if (present) return present
	process.stdout.write('› Instalando un navegador para las pruebas…\n')
	return (await withApt()) ?? (await withPlaywright())
}
