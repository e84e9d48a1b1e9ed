import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingOfVariable } from '#domain/settings/settings.ts'

const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')].filter((path) => !path.includes('node_modules'))
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts
const read = (path: string) => readFileSync(path, 'utf8')

describe.each(documents)('%s', (path) => {
	const text = read(path)

	it('links to files that there are', () => {
		const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((found) => found[1] ?? '')
		expect(links.filter((link) => !existsSync(join(dirname(path), decodeURI(link))))).toEqual([])
	})

	it('names commands that there are', () => {
		const named = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map((found) => found[1] ?? '')
		expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
		const benches = [...text.matchAll(/node (bench\/[\w-]+\.ts)/g)].map((found) => found[1] ?? '')
		expect(benches.filter((bench) => !existsSync(bench))).toEqual([])
	})
})

it('every threat in SECURITY.md names a test that holds it, and that test is there', () => {
	const rows = read('SECURITY.md')
		.split('\n')
		.filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| amenaza'))
	expect(rows.length).toBeGreaterThan(20)
	const missing: string[] = []
	for (const row of rows) {
		let file = ''
		let named = 0
		for (const [, path, title = ''] of row.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`|«([^»]+)»/g)) {
			if (path) file = path
			else if (!existsSync(file) || !read(file).includes(title)) missing.push(`${file}: ${title}`)
			else named += 1
		}
		if (named === 0) missing.push(row)
	}
	expect(missing).toEqual([])
})

it('what holds each chapter of docs/asvs.md is there', () => {
	const rows = read('docs/asvs.md')
		.split('\n')
		.filter((line) => /^\| V\d+ /.test(line))
	expect(rows).toHaveLength(17)
	const missing: string[] = []
	for (const row of rows) {
		let file = ''
		for (const [, path, title = ''] of row.matchAll(/`((?:\w[\w-]*\/)+[\w.-]+)`|«([^»]+)»/g)) {
			if (path) file = path
			if (!existsSync(file) || !read(file).includes(title)) missing.push(`${file}: ${title}`)
		}
	}
	expect(missing).toEqual([])
})

it('.env.example explains every variable of the shop, and no other', () => {
	const source = read('server/environment/environment.ts')
	const schema = source.slice(source.indexOf('const schema = z.object'), source.indexOf('type Variables'))
	const tax = read('server/environment/tax-settings.ts')
	const own = [...(schema + tax).matchAll(/^\t([A-Z][A-Z0-9_]+):/gm)].map((found) => found[1])
	const known = [...own, ...Object.keys(settingOfVariable)]
	const explained = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((found) => found[1])
	expect(explained.toSorted()).toEqual(known.toSorted())
})

it('every script of package.json starts a file that there is', () => {
	const files = Object.values(scripts).map((command) => command.split(' ')[1] ?? '')
	expect(files.filter((file) => !existsSync(file))).toEqual([])
})
