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

/** Rows of the table below a heading, without its head. */
function tableOf(path: string, heading: string): string[] {
	const [, section = ''] = read(path).split(`\n${heading}\n`)
	return (section.split(/\n## /)[0] ?? '')
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.slice(2)
}

/** What a row names and the sources do not have: a file, or a text of the file named before it. */
function notFound(row: string): string[] {
	let file = ''
	return [...row.matchAll(/`((?:\w[\w-]*\/)+[\w.-]+|package[\w.-]*\.json)`|«([^»]+)»/g)].flatMap(
		([, path, title = '']) => {
			if (path) file = path
			return existsSync(file) && read(file).includes(title) ? [] : [`${file}: ${title}`]
		},
	)
}

describe('docs/security.md', () => {
	it('names for each threat a test that exists', () => {
		const rows = tableOf('docs/security.md', '## Threats')
		expect(rows.length).toBeGreaterThan(50)
		expect(rows.filter((row) => !/\.(test|spec)\.ts` «[^»]+»/.test(row))).toEqual([])
		expect(rows.flatMap(notFound)).toEqual([])
	})

	it('names for each chapter of ASVS evidence that exists', () => {
		const rows = tableOf('docs/security.md', '## OWASP ASVS 5.0, level 2')
		expect(rows).toHaveLength(17)
		expect(rows.flatMap(notFound)).toEqual([])
	})
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
