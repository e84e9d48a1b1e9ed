import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, as source (server/) or build (dist/shop/): the nearest with a package.json. */
export const projectFolder = nearestPackage(import.meta.dirname)

function nearestPackage(folder: string): string {
	if (existsSync(join(folder, 'package.json'))) return folder
	const parent = dirname(folder)
	if (parent === folder) throw new Error('there is no package.json above the shop')
	return nearestPackage(parent)
}
