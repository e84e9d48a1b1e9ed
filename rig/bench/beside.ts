/**
 * Measures orders of this tree and of an older commit in turns, so that a slow machine is not taken for a slow shop. Each
 * runs its own orders.ts with its own libraries.
 * Use: npx node rig/bench/beside.ts COMMIT [rounds, 2] [arguments of orders.ts, 'postgres 1 10 0' by default]
 */

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/set-up.mjs'

const [commit, rounds = '2', ...given] = process.argv.slice(2)
if (!commit) throw new Error('name a commit')
const args = given.length > 0 ? given : ['postgres', '1', '10', '0']

function run(folder: string, program: string, ...rest: string[]): string {
	const { status, stdout, stderr } = spawnSync(program, rest, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 })
	if (status !== 0) throw new Error(`${program} ${rest.join(' ')}: ${stdout}${stderr}`)
	return stdout
}

const build = "await (await import('./tools/set-up.mjs')).ensureBuilt()"

const older = mkdtempSync(join(tmpdir(), 'premium-shaker-beside-'))
// Under root PostgreSQL runs as another user, who needs access to the folder.
chmodSync(older, 0o755)
try {
	run(root, 'git', 'clone', '--quiet', root, older)
	run(older, 'git', 'checkout', '--quiet', commit)
	run(older, 'npm', 'ci', '--no-audit', '--no-fund')
	for (const folder of [root, older]) run(folder, process.execPath, '--input-type=module', '-e', build)
	for (let round = 0; round < Number(rounds); round += 1) {
		for (const folder of [older, root]) {
			const script = ['rig/bench/orders.ts', 'bench/orders.ts'].find((path) => existsSync(join(folder, path)))
			const rows = run(folder, process.execPath, script ?? '', ...args)
			process.stdout.write(`${folder === root ? 'this tree' : commit}\n${rows}`)
		}
	}
} finally {
	rmSync(older, { recursive: true, force: true })
}
