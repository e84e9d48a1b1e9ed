// npm run release -- [FOLDER, releases by default] [x64 | arm64]: the archives of the committed version, one for each kind of
// machine, with their SHA-256 and the bill of materials. The same commit gives the same bytes: files are sorted, dated with the commit and
// owned by root. Needs GNU tar and xz.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { machines, writeReleaseFolder } from './release-folder.mjs'
import { root } from './set-up.mjs'

const say = (text) => process.stdout.write(`› ${text}\n`)

function run(folder, program, args, env = {}) {
	const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...env } }
	const { status, stdout, stderr, error } = spawnSync(program, args, options)
	if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`)
	return stdout
}

const commit = run(root, 'git', ['rev-parse', 'HEAD']).trim()
const seconds = run(root, 'git', ['show', '-s', '--format=%ct', 'HEAD']).trim()
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
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
	for (const cpu of Object.keys(machines).filter((one) => (process.argv[3] ?? one) === one)) {
		// npm takes the packages of the named processor, whatever machine this is.
		run(source, 'npm', [...install, '--ignore-scripts', '--os=linux', `--cpu=${cpu}`, '--libc=glibc'])
		const folder = join(work, cpu, `${name}-${version}`)
		const packages = writeReleaseFolder(source, folder, { version, commit, cpu })
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
	const listed = JSON.parse(run(source, process.execPath, ['tools/sbom.mjs']))
	// npm gives each listing a number and a time of its own.
	const digest = createHash('sha256').update(commit).digest('hex')
	listed.serialNumber = `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')}`
	listed.metadata.timestamp = new Date(Number(seconds) * 1000).toISOString()
	writeFileSync(bill, `${JSON.stringify(listed, null, 2)}\n`)
	say(`${bill}; versiones en ${target}: ${readdirSync(target).length} archivos`)
} finally {
	rmSync(work, { recursive: true, force: true })
}
