import { patchedNode } from '#core/server/platform/shop-version.ts'

/**
 * Whether this version of Node has no published vulnerability: at least the listed release of its line (`patchedNode`
 * in package.json).
 */
export function isPatchedNode(version: string): boolean {
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
	return patchedNode.some((listed) => {
		const [line = 0, leastMinor = 0, leastPatch = 0] = listed.split('.').map(Number)
		return major === line && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch))
	})
}

/** The warning about the Node of this process; undefined for a patched one. */
export function runtimeWarning(version = process.versions.node): string | undefined {
	if (isPatchedNode(version)) return undefined
	return `Node ${version} tiene fallas publicadas: instala en la máquina ${patchedNode.join(', ')} o una más nueva de esas líneas`
}
