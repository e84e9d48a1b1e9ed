// npm run audit: fails for a critical or high vulnerability of dependencies, Node (of each platform) or image, and without an
// answer. --offline asks nobody, says so, and never fails.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPatchedNode, node, patchedNode, platformPackages, root } from './set-up.mjs'

const isOffline = process.argv.includes('--offline')
const say = (text) => process.stdout.write(`${text}\n`)
const fail = () => {
	process.exitCode = 1
}

/** Components that npm advisories do not cover: the runtime, the image's packages, and bundled native code. */
function examineRuntime() {
	const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim()
	const isPatched = isPatchedNode(version)
	const flaws = isPatched ? '' : `, con fallas publicadas (sin ellas: ${patchedNode.join(', ')} o más nuevas)`
	say(`Node de la tienda: ${version}${flaws}`)
	if (!isPatched && !isOffline) fail()
	for (const name of ['sharp', '@img/sharp-libvips-linux-x64', '@electric-sql/pglite', '@node-rs/argon2']) {
		const path = join(root, 'node_modules', name, 'package.json')
		if (existsSync(path)) say(`Incluye código compilado: ${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`)
	}
}

/** Runs npm; returns its JSON output, or the errors without one. */
function askNpm(args) {
	const { stdout, stderr } = spawnSync('npm', [...args, '--json'], {
		cwd: root,
		encoding: 'utf8',
		shell: process.platform === 'win32',
		timeout: 120_000,
	})
	try {
		return { report: JSON.parse(stdout), stderr }
	} catch {
		return { report: undefined, stderr: stderr ?? '' }
	}
}

/** The locked Node of every platform, not only this machine's. Fails where a patched release exists and is not locked. */
function examinePlatforms() {
	const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
	for (const name of platformPackages) {
		const { version } = packages[`node_modules/${name}`]
		if (isPatchedNode(version)) continue
		const published = isOffline ? [] : [askNpm(['view', name, 'versions']).report].flat()
		const patched = published.findLast((one) => typeof one === 'string' && isPatchedNode(one))
		say(`${name}: ${version}, con fallas publicadas${patched ? `; ${patched} no las tiene` : ''}`)
		if (patched) fail()
	}
}

function examineDependencies() {
	const { report, stderr } = askNpm(['audit', '--omit=dev', '--audit'])
	const counts = report?.metadata?.vulnerabilities
	if (!counts) {
		const { summary, code } = report?.error ?? {}
		const why = summary || report?.message || code || stderr.trim().split('\n').at(-1) || 'sin respuesta'
		say(`El servicio de avisos no contestó (${why}): las dependencias quedan sin revisar.`)
		say('No se sabe si hay fallas: inténtalo de nuevo.')
		return fail()
	}
	const { critical = 0, high = 0, moderate = 0, low = 0 } = counts
	say(`Avisos: ${critical} críticos, ${high} altos, ${moderate} medios, ${low} bajos.`)
	for (const [name, { severity }] of Object.entries(report.vulnerabilities ?? {})) say(`  ${severity}: ${name}`)
	if (critical + high > 0) fail()
}

examineRuntime()
examinePlatforms()
if (isOffline) say('No se consultaron los avisos de fallas de las dependencias: npm run audit los consulta.')
else examineDependencies()
