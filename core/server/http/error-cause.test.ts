import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { errorCause } from '#core/server/http/errors.ts'
import { projectFolder } from '#core/server/platform/runtime.ts'

const projectUrl = pathToFileURL(projectFolder).href

const fail = (typed: string) => new Error(`no se pudo con ${typed}`)

it('returns the same cause for any input, and another for another error', () => {
	const [one, two] = ['ana@correo.cl', 'luis@correo.cl'].map((typed) => errorCause(fail(typed)))
	expect(one).toBe(two)
	expect(one).not.toContain('correo')
	expect(one).toMatch(/^Error core\/server\/http\/error-cause\.test\.ts:\d+$/)
	expect(errorCause(new TypeError('x'))).not.toBe(one)
})

it.each([
	[
		'the shop’s own function, not the driver’s',
		[
			`PglitePreparedQuery.queryWithCache (${projectUrl}/dist/shop/parts/session-wWkSooD2.js:8:44609)`,
			'process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
			`async readCatalog (${projectUrl}/dist/shop/main.js:772:64139)`,
			`async Object.<anonymous> (${projectUrl}/dist/shop/main.js:772:65153)`,
		],
		'readCatalog',
	],
	[
		'a function that has a name, not one without',
		[
			'String.normalize (<anonymous>)',
			`${projectUrl}/dist/shop/main.js:1:59279`,
			`Object.<anonymous> (${projectUrl}/dist/shop/main.js:1:59281)`,
			`PlaceSearch.find (${projectUrl}/dist/shop/main.js:3872:54493)`,
		],
		'PlaceSearch.find',
	],
	['a driver’s where there is no other', [`Pool.end (${projectUrl}/dist/shop/parts/pg-x.js:1:2)`], 'Pool.end'],
	['nobody’s', ['Socket.emit (node:events:508:20)'], 'fuera'],
	[
		'a source by its path in the project, not in a folder with the name of a part',
		[
			'outside (file:///home/ana/shop/core/server/outside.ts:3:1)',
			`library (${projectUrl}/node_modules/shop/core/library.ts:4:1)`,
			`inside (${projectFolder}/modules/shop/inside.ts:5:1)`,
		],
		'modules/shop/inside.ts:5',
	],
])('names %s', (_what, frames, place) => {
	const stack = ['TypeError: boom', ...frames.map((frame) => `    at ${frame}`)].join('\n')
	expect(errorCause(Object.assign(new TypeError('boom'), { stack }))).toBe(`TypeError ${place}`)
})

it('uses the innermost cause and its code', () => {
	const inner = Object.assign(new Error('duplicate'), { code: '23505' })
	expect(errorCause(new Error('query failed', { cause: inner }))).toContain('23505')
})

it('merges further causes before they fill the memory', () => {
	const causes = Array.from({ length: 500 }, (_, n) => errorCause(Object.assign(new Error('x'), { code: `E${n}` })))
	expect(causes.at(-1)).toBe('otras')
})
