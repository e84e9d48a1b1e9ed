// npm run audit: known holes in what the shop depends on. Where the advisory service cannot be reached it says so and does not
// fail: that nobody could ask is no reason to stop a release, that somebody answered is.
import { spawnSync } from 'node:child_process'
import { root } from './set-up.mjs'

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--audit'], {
	cwd: root,
	encoding: 'utf8',
	shell: process.platform === 'win32',
	timeout: 120_000,
})
const report = (() => {
	try {
		return JSON.parse(stdout)
	} catch {
		return undefined
	}
})()
const counts = report?.metadata?.vulnerabilities
if (!counts) {
	const { summary, code } = report?.error ?? {}
	const why = summary || report?.message || code || stderr.trim().split('\n').at(-1) || 'sin respuesta'
	process.stdout.write(`El servicio de avisos no contestó (${why}): las dependencias quedan sin revisar.\n`)
} else {
	const { critical = 0, high = 0, moderate = 0, low = 0 } = counts
	process.stdout.write(`Avisos: ${critical} críticos, ${high} altos, ${moderate} medios, ${low} bajos.\n`)
	for (const [name, { severity }] of Object.entries(report.vulnerabilities ?? {})) {
		process.stdout.write(`  ${severity}: ${name}\n`)
	}
	process.exitCode = critical + high > 0 ? 1 : 0
}
