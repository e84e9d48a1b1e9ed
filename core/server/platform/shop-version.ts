import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '#core/server/platform/project-folder.ts'

/** Set by the build (vite.config.ts); undefined when running from source. */
declare const shopCommit: string | undefined

interface ShopVersion {
	readonly version: string
	/** The first 12 digits of the built commit; empty when unknown. */
	readonly commit: string
}

interface Manifest {
	readonly version: string
	readonly patchedNode: readonly string[]
}

const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as Manifest

/** The first release of each line of Node without published vulnerabilities. */
export const { patchedNode } = manifest

/** The release of this process. */
export const shopVersion: ShopVersion = {
	version: manifest.version,
	commit: typeof shopCommit === 'string' ? shopCommit : '',
}
