import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
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
