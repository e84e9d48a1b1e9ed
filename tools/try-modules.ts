import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { optional } from '../tests/module-order.ts'
import { copyProject } from './copy-project.ts'
import { node, root } from './set-up.mjs'
import { takeOut } from './take-out.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const checks: readonly (readonly [string, readonly string[]])[] = [
	[
		'types',
		['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'types.json', '-p', '.'],
	],
	[
		'lint',
		['node_modules/@biomejs/biome/bin/biome', 'lint', '--only=noImportCycles', '--only=noRestrictedImports', '.'],
	],
]

const journeys = [
	'accessibility/(accounts|browsing)',
	'journeys/(home|cart|account-(login|orders|recovery)|checkout-rules|delivery-address|pay-(at|by|in)-)',
	'journeys/staff-(acts|amounts|catalog|rights)',
]

/** In a browser the shop without any optional module: the specification's screens, the recorded ones unchanged. */
const screens: typeof checks = [
	['build', ['--input-type=module', '-e', "await (await import('./tools/set-up.mjs')).ensureBuilt()"]],
	['database', ['tests/database-template.ts']],
	['journeys', ['node_modules/@playwright/test/cli.js', 'test', ...journeys]],
]

const copy = copyProject()
const wantsScreens = process.argv.includes('--screens')
const wanted = process.argv.slice(2).filter((name) => name !== '--screens')

/** Whether the shop without the modules passes its checks; afterwards the copy is whole again. */
function tryWithout(names: readonly string[]): boolean {
	const { lists, deleted } = takeOut(copy, names)
	say(`› sin ${names.join(', ')}: ${lists.length} listas cambiadas, ${deleted.length} pruebas menos`)
	for (const [name, args] of wantsScreens ? [...checks, ...screens] : checks) {
		const env = { ...process.env, NO_COLOR: '1' }
		const { status, stdout, stderr } = spawnSync(node, args, { cwd: copy, encoding: 'utf8', env, maxBuffer: 1 << 28 })
		if (status === 0) continue
		say(`✗ ${name}\n${`${stderr}${stdout}`.slice(-6000)}`)
		return false
	}
	return true
}

const everything = wantsScreens ? [optional] : [...optional.map((name) => [name]), optional]
const runs = wanted.length > 0 ? [wanted] : everything
const failed = runs.filter((names) => {
	const passes = tryWithout(names)
	for (const path of ['modules', 'tests', 'rig', 'tools'])
		cpSync(join(root, path), join(copy, path), { recursive: true })
	return !passes
})
rmSync(copy, { recursive: true, force: true })
say(`${runs.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
