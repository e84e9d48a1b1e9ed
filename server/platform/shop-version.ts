import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '#server/platform/project-folder.ts'

/** Set by the build (vite.config.ts); the sources that run unbuilt have no commit of their own. */
declare const shopCommit: string | undefined

interface ShopVersion {
	readonly version: string
	/** The first 12 digits of the built commit; empty where the build did not know it. */
	readonly commit: string
}

interface Manifest {
	readonly version: string
	readonly patchedNode: readonly string[]
}

const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as Manifest

/** The releases from which on each line of Node has no published hole. */
export const { patchedNode } = manifest

/** Which release this process runs. */
export const shopVersion: ShopVersion = {
	version: manifest.version,
	commit: typeof shopCommit === 'string' ? shopCommit : '',
}
