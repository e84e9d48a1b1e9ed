// npm run --silent sbom: what the shop is made of, as CycloneDX, written by npm itself. npm leaves out too much when it is asked to
// leave the test tools out (pg and zod among others), so it is given a lock file that does not have them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './set-up.mjs'

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const { devDependencies: _tools, workspaces: _folders, ...shop } = read('package.json')
const lock = read('package-lock.json')
const { devDependencies: _locked, workspaces: _linked, ...locked } = lock.packages['']
// npm calls a workspace by its folder; as a package like any other it has its own name.
const packages = Object.entries(lock.packages)
	.filter(([path, { dev }]) => !dev && (path === '' || path.includes('node_modules/')))
	.map(([path, entry]) => {
		if (!entry.link) return [path, entry]
		const { devDependencies: _own, ...workspace } = lock.packages[entry.resolved]
		return [path, workspace]
	})

// npm names the whole after its folder.
const parent = mkdtempSync(join(tmpdir(), 'sbom-'))
const folder = join(parent, shop.name)
mkdirSync(folder)
writeFileSync(join(folder, 'package.json'), JSON.stringify(shop))
writeFileSync(
	join(folder, 'package-lock.json'),
	JSON.stringify({ ...lock, packages: { ...Object.fromEntries(packages), '': locked } }),
)
const { status } = spawnSync(
	'npm',
	['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
	{ cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' },
)
rmSync(parent, { recursive: true })
process.exitCode = status ?? 1
