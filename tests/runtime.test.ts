import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isPatchedNode, runtimeWarning } from '#core/server/platform/runtime.ts'
import { isPatchedNode as isPatchedForTools, node, patchedNode } from '../tools/set-up.mjs'

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

it('the lock file names every platform’s Node by hash, in a supported release line', () => {
	const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
	const { optionalDependencies } = read('package.json')
	const { packages } = read('package-lock.json')
	const names = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))
	expect(names).toHaveLength(6)
	for (const name of names) {
		const { version, integrity, optional } = packages[`node_modules/${name}`]
		expect([name, version, optional]).toEqual([name, optionalDependencies[name], true])
		expect(integrity).toMatch(/^sha512-/)
		expect(patchedNode.map((one) => one.split('.')[0])).toContain(version.split('.')[0])
	}
})

it('the tools run the shop on an existing Node, patched or of the package', () => {
	const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
	expect(isPatchedForTools(version) || /node_modules.node-/.test(node)).toBe(true)
})

it('the image starts from a patched Node', () => {
	const images = [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^FROM node:([\d.]+)/gm)]
	expect(images.map(([, version = '']) => isPatchedNode(version))).toEqual([true, true])
})
