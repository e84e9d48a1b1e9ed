import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { optional } from '../tests/module-order.ts'
import { linkLibraries } from './link-libraries.ts'
import { node, root } from './set-up.mjs'
import { takeOut } from './take-out.ts'

const limitMs = 30 * 60_000
const say = (text: string) => process.stdout.write(`${text}\n`)

/** A copy of the project's files in a new folder, with this project's installed libraries. */
function copyProject(): string {
	const copy = mkdtempSync(join(tmpdir(), 'premium-shaker-without-'))
	const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
	for (const path of listed.stdout.split('\0').filter((one) => one !== '' && existsSync(join(root, one)))) {
		mkdirSync(dirname(join(copy, path)), { recursive: true })
		cpSync(join(root, path), join(copy, path))
	}
	linkLibraries(copy)
	return copy
}

/** Runs a command in the copy; returns its output when it fails. */
function check(copy: string, args: readonly string[]): string | undefined {
	const options = { cwd: copy, encoding: 'utf8', timeout: limitMs, maxBuffer: 1 << 28 } as const
	const { status, stdout, stderr } = spawnSync(node, args, { ...options, env: { ...process.env, NO_COLOR: '1' } })
	return status === 0 ? undefined : `${stderr}${stdout}`.slice(-6000)
}

const checks: readonly (readonly [string, readonly string[]])[] = [
	['types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']],
	[
		'lint',
		['node_modules/@biomejs/biome/bin/biome', 'lint', '--only=noImportCycles', '--only=noRestrictedImports', '.'],
	],
	['tests', ['node_modules/vitest/vitest.mjs', 'run', 'tests/specification']],
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

/** Whether the shop passes its checks without the modules. */
function tryWithout(names: readonly string[]): boolean {
	const copy = copyProject()
	try {
		const { lists, deleted } = takeOut(copy, names)
		say(`› sin ${names.join(', ')}: ${lists.length} listas cambiadas, ${deleted.length} pruebas menos`)
		for (const [name, args] of names.length === optional.length ? [...checks, ...screens] : checks) {
			const output = check(copy, args)
			if (output === undefined) continue
			say(`✗ ${name}\n${output}`)
			return false
		}
		return true
	} finally {
		rmSync(copy, { recursive: true, force: true })
	}
}

const wanted = process.argv.slice(2)
const runs = wanted.length > 0 ? [wanted] : [...optional.map((name) => [name]), optional]
const failed = runs.filter((names) => !tryWithout(names))
say(`${runs.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
