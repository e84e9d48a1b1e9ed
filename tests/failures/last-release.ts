import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkLibraries } from '../../tools/link-libraries.ts'
import { node } from '../../tools/set-up.mjs'

/**
 * The last published release; before the first, the baseline. `bears` names later schema changes that upgrade.test.ts cannot
 * classify as harmless, each with its reason; an entry is removed when the next release no longer uses the name.
 */
export const lastRelease: {
	/** Number of its migrations. */
	readonly migrations: number
	readonly bears: Readonly<Record<string, string>>
} = { migrations: 1, bears: {} }

const git = (...args: readonly string[]) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 })

/** Returns the commit before the newest migration; empty in a shallow history. */
export function commitBeforeNewestMigration(): string {
	const { stdout } = git('log', '-1', '--diff-filter=A', '--format=%P', '--', '*server/db/migrations/*.sql')
	return stdout?.trim() ?? ''
}

/** Returns why the code of `commit` cannot run here; undefined when it can. */
export function whyNotHere(commit: string): string | undefined {
	if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) return 'its commit is not in this clone'
	const packages = JSON.parse(git('show', `${commit}:package.json`).stdout) as { dependencies: Record<string, string> }
	const absent = Object.keys(packages.dependencies).filter((name) => !existsSync(join('node_modules', name)))
	return absent.length === 0 ? undefined : `it needs ${absent.join(', ')}, which is not installed here`
}

/** Checks out and builds the code of `commit` with the installed libraries, offline; returns its folder. */
export function buildEarlierVersion(commit: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-earlier-'))
	execFileSync('git', ['archive', '-o', join(folder, 'source.tar'), commit])
	execFileSync('tar', ['-xf', 'source.tar'], { cwd: folder })
	linkLibraries(folder)
	const build = ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn']
	const env = { ...process.env, NODE_ENV: 'production' }
	execFileSync(node, build, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
	return folder
}

interface Snapshot {
	readonly tables: Readonly<Record<string, { name: string; columns: Readonly<Record<string, unknown>> }>>
}

/** Returns the columns named by the last release's code, by table. */
export function columnsOfLastRelease(): ReadonlyMap<string, readonly string[]> {
	const place = String(lastRelease.migrations - 1).padStart(4, '0')
	const text = readFileSync(`core/server/db/migrations/meta/${place}_snapshot.json`, 'utf8')
	const tables = Object.values((JSON.parse(text) as Snapshot).tables)
	return new Map(tables.map(({ name, columns }) => [name, Object.keys(columns)]))
}
