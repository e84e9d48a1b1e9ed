// The oldest Chromium that customers are expected to have (docs/architecture.md), for a run of the journeys of its own: what the
// newest does and two years ago's did not is seen here.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { root } from './set-up.mjs'

/** A build of Chromium 131 (November 2024) that comes as a package, for Linux on x64. */
const source = '@sparticuz/chromium@131.0.1'
const folder = join(root, 'node_modules/.cache/chromium-131')
const browser = join(folder, 'chromium')

const unpacked = (name) => brotliDecompressSync(readFileSync(join(folder, 'package/bin', `${name}.br`)))

/** Gives its path, fetching it the first time. Undefined, with a message, where there is none for this machine. */
export function ensureOlderBrowser() {
	if (existsSync(browser)) return browser
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		process.stderr.write('El Chromium de hace dos años solo está para Linux en x64.\n')
		return undefined
	}
	process.stdout.write(`› Trayendo ${source}…\n`)
	rmSync(folder, { recursive: true, force: true })
	mkdirSync(folder, { recursive: true })
	const fetched = spawnSync('npm', ['pack', '--silent', source], { cwd: folder, encoding: 'utf8', timeout: 240_000 })
	const archive = fetched.stdout?.trim().split('\n').at(-1)
	if (fetched.status !== 0 || !archive || spawnSync('tar', ['xzf', archive], { cwd: folder }).status !== 0) {
		process.stderr.write(`No se pudo traer ${source}: ${fetched.stderr ?? fetched.error?.message}\n`)
		return undefined
	}
	// Its drawing libraries have to lie beside it.
	spawnSync('tar', ['xf', '-'], { cwd: folder, input: unpacked('swiftshader.tar') })
	writeFileSync(browser, unpacked('chromium'), { mode: 0o755 })
	rmSync(join(folder, 'package'), { recursive: true })
	rmSync(join(folder, archive))
	return browser
}
