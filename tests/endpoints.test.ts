import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'

/** The one file that names the prefix of the panel's calls. */
const other = 'modules/security-trail/server/recorder.ts'
const pathOfCall = /['"`]\/api\/\w+/

describe('the endpoints', () => {
	it('include every export of their files, each with a unique method and path', async () => {
		const modules = globSync([
			'core/contract/*endpoints.ts',
			'modules/*/*endpoints.ts',
			'modules/*/staff/endpoints.ts',
		]).map((file) => import(pathToFileURL(file).href))
		const declared = (await Promise.all(modules)).flatMap((module) => Object.values<Endpoint>(module))
		const names = declared.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)
		expect(names.length).toBeGreaterThan(100)
		expect(names.filter((name, at) => !/^[A-Z]+ \/api\//.test(name) || names.indexOf(name) !== at)).toEqual([])
	})

	it('are the only place that names the path of a call', () => {
		const sources = globSync('{core,modules,shop}/**/{web,server}/**/*.{ts,tsx}', {
			exclude: (name) => /\.test\.tsx?$/.test(name),
		})
		expect(sources.length).toBeGreaterThan(300)
		const naming = sources.filter((file) => pathOfCall.test(readFileSync(file, 'utf8')))
		expect(naming).toEqual([other])
	})
})
