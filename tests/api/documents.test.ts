import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { variableNames } from '#modules/lists/environment.ts'

const documents = [
	...globSync('*.md'),
	...globSync('{docs,deploy,rig,packages,tests}/**/*.md').filter((path) => !path.includes('node_modules')),
]
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts
const read = (path: string) => readFileSync(path, 'utf8')
const headingsOf = (path: string) =>
	[...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''))
/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\d -]/gu, '')
		.replaceAll(' ', '-')

/** Returns the links of a document to missing files or headings. */
function brokenLinks(path: string): string[] {
	return [...read(path).matchAll(/\]\(([^):]+)\)/g)].flatMap(([, link = '']) => {
		const [file = '', anchor] = link.split('#')
		const target = file === '' ? path : join(dirname(path), decodeURI(file))
		if (!existsSync(target)) return [link]
		const isThere = anchor === undefined || headingsOf(target).some((heading) => anchorOf(heading) === anchor)
		return isThere ? [] : [link]
	})
}

describe.each(documents)('%s', (path) => {
	it('links to existing files and headings', () => {
		expect(brokenLinks(path)).toEqual([])
	})

	it('names existing commands and benchmarks', () => {
		const text = read(path)
		const named = [...text.matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)].map((found) => found[1] ?? '')
		expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
		const files = [...text.matchAll(/(?:node|vitest run) ((?:[\w-]+\/)+[\w.-]+\.ts)/g)].map((found) => found[1] ?? '')
		expect(files.filter((file) => !existsSync(file) && !existsSync(join(dirname(path), file)))).toEqual([])
	})

	it('names existing files of the repository', () => {
		const named = read(path).matchAll(/`((?:domain|contract|server|web|tests|tools|rig|deploy|packages)\/[\w./@-]+)/g)
		expect([...named].map(([, file = '']) => file).filter((file) => !existsSync(file))).toEqual([])
	})

	it.skipIf(path.startsWith('docs/owner/'))('has its headings in English', () => {
		expect(
			headingsOf(path).filter((heading) => /[áéíóúñ¿]|\b(el|la|los|las|del|que|para|con|y)\b/i.test(heading)),
		).toEqual([])
	})
})

it('the manual of the owner names what the panel shows', () => {
	const sources = globSync('{core,modules,shop}/**/*.{ts,tsx}').map(read).join('\n')
	const text = read('docs/owner/README.md').replaceAll(/\s+/g, ' ')
	const named = [...text.matchAll(/\*\*([^*]+)\*\*|«([^»]+)»/g)].map(([, bold, quoted]) => bold ?? quoted ?? '')
	expect(named.length).toBeGreaterThan(50)
	const isShown = (name: string) => name.split(' … ').every((part) => sources.includes(part))
	expect(named.filter((name) => !isShown(name))).toEqual([])
})

/** Returns the rows of the table below a heading, without its header. */
function tableOf(path: string, heading: string): string[] {
	const [, section = ''] = read(path).split(`\n${heading}\n`)
	return (section.split(/\n## /)[0] ?? '')
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.slice(2)
}

/** Returns the missing files and test titles that a row names. */
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
	it('names an existing test for each threat', () => {
		const rows = tableOf('docs/security.md', '## Threats')
		expect(rows.length).toBeGreaterThan(50)
		expect(rows.filter((row) => !/\.(test|spec)\.ts` «[^»]+»/.test(row))).toEqual([])
		expect(rows.flatMap(notFound)).toEqual([])
	})

	it('names existing evidence for each chapter of ASVS', () => {
		const rows = tableOf('docs/security.md', '## OWASP ASVS 5.0, level 2')
		expect(rows).toHaveLength(17)
		expect(rows.flatMap(notFound)).toEqual([])
	})
})

it('docs/operations.md explains each alarm, and no other', () => {
	const rules = [...read('deploy/prometheus-rules.yml').matchAll(/- alert: (\w+)/g)].map((found) => found[1])
	const rows = tableOf('docs/operations.md', '## Alarms').map((row) => row.split(' | ')[0] ?? '')
	const explained = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((found) => found[1]))
	expect(explained.toSorted()).toEqual(rules.toSorted())
})

/** Environment variables of other programs, and words of providers that look like one. */
const otherNames = [
	'MALLOC_MMAP_THRESHOLD_',
	'SMTP_ULR',
	'API_KEY_INVALID',
	'API_KEY_SERVICE_BLOCKED',
	'API_KEY_IP_ADDRESS_BLOCKED',
]

it.each(['docs/operations.md', ...globSync('docs/providers/*.md')])(
	'%s names only variables of .env.example',
	(path) => {
		const named = [...read(path).matchAll(/(?:`|^\s*)([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[`=])/gm)].map(
			([, name = '']) => name,
		)
		const known = read('.env.example')
		expect(named.filter((name) => !otherNames.includes(name) && !known.includes(`# ${name}=`))).toEqual([])
	},
)

it('docs/architecture.md explains only words that occur in the data', () => {
	const sources = globSync([
		'{core,modules}/**/tables.ts',
		'core/{rules,contract}/**/*.ts',
		'modules/*/*.ts',
		'modules/*/staff/*.ts',
		'modules/*/shapes/**/*.ts',
	])
		.map(read)
		.join('\n')
	const words = tableOf('docs/architecture.md', '## Data words')
		.map((row) => row.split(' | ')[0] ?? '')
		.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word))
	expect(words.length).toBeGreaterThan(30)
	expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(sources))).toEqual([])
})

it('.env.example explains every variable of the shop, and no other', () => {
	const explained = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((found) => found[1])
	expect(explained.toSorted()).toEqual(variableNames.toSorted())
})

it('every script of package.json starts an existing file', () => {
	const files = Object.values(scripts).map((command) => command.split(' ')[1] ?? '')
	expect(files.filter((file) => !existsSync(file))).toEqual([])
})
