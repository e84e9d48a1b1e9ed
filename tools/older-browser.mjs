// The oldest supported Chromium (docs/architecture.md), for a separate run of the journeys that detects newer features.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { root } from './set-up.mjs'

/** A build of Chromium 131 (November 2024) from a package, for Linux on x64. */
const source = '@sparticuz/chromium@131.0.1'
const folder = join(root, 'node_modules/.cache/chromium-131')
const browser = join(folder, 'chromium')

const unpacked = (name) => brotliDecompressSync(readFileSync(join(folder, 'package/bin', `${name}.br`)))

/** Returns its path, downloading it the first time. Undefined, with a message, on other machines. */
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
	// Its graphics libraries must be in its folder.
	spawnSync('tar', ['xf', '-'], { cwd: folder, input: unpacked('swiftshader.tar') })
	writeFileSync(browser, unpacked('chromium'), { mode: 0o755 })
	rmSync(join(folder, 'package'), { recursive: true })
	rmSync(join(folder, archive))
	return browser
}
