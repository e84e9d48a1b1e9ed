import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './set-up.mjs'

const ownScope = '@premium-shaker'

/** Links the installed libraries; the project's own packages are those of the copy. */
export function linkLibraries(copy: string): void {
	const [installed, linked] = [join(root, 'node_modules'), join(copy, 'node_modules')]
	mkdirSync(join(linked, ownScope), { recursive: true })
	for (const name of readdirSync(installed)) {
		if (name !== ownScope) symlinkSync(join(installed, name), join(linked, name))
	}
	for (const name of readdirSync(join(copy, 'packages'))) {
		symlinkSync(join(copy, 'packages', name), join(linked, ownScope, name))
	}
}

/** A copy of the project's files in a new folder, with this project's installed libraries. */
export function copyProject(): string {
	const copy = mkdtempSync(join(tmpdir(), 'premium-shaker-without-'))
	const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
	for (const path of listed.stdout.split('\0').filter((one) => one !== '' && existsSync(join(root, one)))) {
		mkdirSync(dirname(join(copy, path)), { recursive: true })
		cpSync(join(root, path), join(copy, path))
	}
	linkLibraries(copy)
	return copy
}
