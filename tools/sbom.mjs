// npm run --silent sbom: the bill of materials in CycloneDX, written by npm. npm --omit=dev drops too much (pg and zod among
// others), so npm gets a lock file without the test tools.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './set-up.mjs'

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const { devDependencies: _tools, workspaces: _folders, ...shop } = read('package.json')
const lock = read('package-lock.json')
const { devDependencies: _locked, workspaces: _linked, ...locked } = lock.packages['']
// npm names a workspace by its folder; this restores its package name.
const packages = Object.entries(lock.packages)
	.filter(([path, { dev }]) => !dev && (path === '' || path.includes('node_modules/')))
	.map(([path, entry]) => {
		if (!entry.link) return [path, entry]
		const { devDependencies: _own, ...workspace } = lock.packages[entry.resolved]
		return [path, workspace]
	})

// npm names the root after its folder.
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
