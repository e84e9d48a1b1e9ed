import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The modules of each top-level folder, lowest first: a module imports only earlier ones, so no cycles exist. Files beside
 * the modules (`app.ts`, `screens.ts`) compose them.
 */
const modules = {
	domain: '. mail accounts security social catalog delivery cart orders payments rounds tax-documents staff settings',
	server: [
		'platform db audit files jobs mail context settings push stock http security pictures uploads funnel',
		'delivery social catalog tax-documents orders accounts payments emission checkout privacy staff environment backup . doctor',
	].join(' '),
	web: 'ui session site catalog cart delivery legal social orders staff accounts shell errors home .',
}

const importPattern = /(?:from|import)\s*\(?\s*'#([^']+)'/g

/** Returns the module of a file; `.` for a file outside of every module. */
function moduleOf(wing: string, path: string): string {
	const [first = '', ...rest] = path.slice(wing.length + 1).split('/')
	return rest.length === 0 ? '.' : first
}

/** Returns the imports of every file within its top-level folder, tests excluded. */
function importsOf(wing: string): { file: string; imported: string }[] {
	return readdirSync(wing, { recursive: true, encoding: 'utf8' })
		.map((name) => `${wing}/${name.replaceAll('\\', '/')}`)
		.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
		.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(importPattern)]
				.map(([, imported = '']) => ({ file, imported }))
				.filter(({ imported }) => imported.startsWith(`${wing}/`)),
		)
}

test.each(Object.entries(modules))('a module in %s imports only modules listed before it', (wing, order) => {
	const place = (path: string) => order.split(' ').indexOf(moduleOf(wing, path))
	const imports = importsOf(wing)
	expect(imports.length).toBeGreaterThan(10)
	const unknown = imports.filter(({ file, imported }) => place(file) < 0 || place(imported) < 0)
	expect(unknown, 'a module that the list does not name').toEqual([])
	expect(imports.filter(({ file, imported }) => place(imported) > place(file))).toEqual([])
})

test('the browser loads no schemas: web imports values only of contract files without schemas, and endpoints, whose schemas the build drops', () => {
	const found = readdirSync('web', { recursive: true, encoding: 'utf8' })
		.filter((name) => /(?<!\.test)\.tsx?$/.test(name))
		.flatMap((name) =>
			[...readFileSync(`web/${name}`, 'utf8').matchAll(/^import (?!type ).*from '#(contract\/[^']+)'/gm)].map(
				([, imported = '']) => ({ name, imported }),
			),
		)
	expect(found.length).toBeGreaterThan(3)
	const hasSchemas = (path: string) => /^import (?!type ).*from 'zod'/m.test(readFileSync(path, 'utf8'))
	expect(found.filter(({ imported }) => !imported.endsWith('endpoints.ts') && hasSchemas(imported))).toEqual([])
})
