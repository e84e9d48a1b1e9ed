import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breaches, featureOf, type Import, knots, readImports } from '#tests/dependency-rule.ts'
import { order } from '#tests/module-order.ts'

const imports = readImports()

test('a feature imports only earlier features', () => {
	expect(imports.length).toBeGreaterThan(3000)
	expect(breaches(imports, order)).toEqual([])
})

test('the folders of a feature import each other in no circle, at any depth', () => {
	const inside = imports.filter(({ file, imported }) => featureOf(file) === featureOf(imported))
	expect(knots(inside)).toEqual([])
})

test('an import against the order and a knot of folders are found', () => {
	const planted: Import[] = [
		{ file: 'modules/orders/server/a.ts', imported: 'modules/rounds/server/b.ts' },
		{ file: 'modules/rounds/server/x/c.ts', imported: 'modules/rounds/server/y/d.ts' },
		{ file: 'modules/rounds/server/y/d.ts', imported: 'modules/rounds/server/z/e.ts' },
		{ file: 'modules/rounds/server/z/e.ts', imported: 'modules/rounds/server/x/f.ts' },
	]
	expect(breaches(planted, order)).toEqual(['orders -> rounds'])
	expect(knots(planted)).toEqual(['modules/rounds/server: x -> y -> z -> x'])
	expect(knots(planted.slice(0, 3))).toEqual([])
})

test('the browser loads no schemas: web imports values only of files without schemas, and endpoints, whose schemas the build drops', () => {
	const found = globSync('{core,modules,shop}/**/web/**/*.{ts,tsx}')
		.filter((name) => !/\.test\.tsx?$/.test(name))
		.flatMap((name) =>
			[...readFileSync(name, 'utf8').matchAll(/^import (?!type )[^;']*? from '#([^']+)'/gm)].map(
				([, imported = '']) => ({ name, imported }),
			),
		)
	expect(found.length).toBeGreaterThan(1000)
	const hasSchemas = (path: string) => /^import (?!type ).*from 'zod'/m.test(readFileSync(path, 'utf8'))
	expect(found.filter(({ imported }) => !imported.endsWith('endpoints.ts') && hasSchemas(imported))).toEqual([])
})
