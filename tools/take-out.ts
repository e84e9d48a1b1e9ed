import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'
import { isNode, type SyntaxNode } from './syntax.ts'

const isOfModule = (name: string) => {
	const folder = `#modules/${name}/`
	return (specifier: string) => specifier.startsWith(folder)
}

/** What can be left out of an array or an object without touching its neighbours. */
const lists: Readonly<Record<string, string>> = { ArrayExpression: 'elements', ObjectExpression: 'properties' }

/** Returns the ranges of the smallest list entries that `isNamed` finds something in, and of statements without a list. */
function rangesOf(node: SyntaxNode, isNamed: (one: SyntaxNode) => boolean): SyntaxNode[] {
	if (isNamed(node)) return [node]
	const found: SyntaxNode[] = []
	for (const [key, value] of Object.entries(node)) {
		for (const child of Array.isArray(value) ? value : [value]) {
			if (!isNode(child)) continue
			const inside = rangesOf(child, isNamed)
			const isEntry = lists[node.type] === key || (node.type === 'Program' && key === 'body')
			const hasEntries = inside.some((one) => (one as { isEntry?: boolean }).isEntry)
			if (inside.length > 0 && isEntry && !hasEntries) found.push({ ...child, isEntry: true })
			else found.push(...inside)
		}
	}
	return found
}

/** Returns a file's text without the imports that nothing in it uses: an entry may have been their only use. */
function withoutUnusedImports(text: string, file: string): string {
	const { program } = parseSync(file, text) as unknown as { program: SyntaxNode & { body: SyntaxNode[] } }
	const imports = program.body.filter(
		({ type, specifiers }) => type === 'ImportDeclaration' && Array.isArray(specifiers),
	)
	const used = imports.reduce((rest, { start, end }) => rest.replace(text.slice(start, end), ''), text)
	const isUsed = (specifier: SyntaxNode) =>
		new RegExp(`\\b${String((specifier.local as SyntaxNode).name)}\\b`).test(used)
	let result = text
	for (const { start, end, specifiers } of imports.toReversed()) {
		const names = specifiers as SyntaxNode[]
		if (names.length > 0 && !names.some(isUsed)) result = result.slice(0, start) + result.slice(end)
	}
	return result
}

/** Returns the text of a list file without a module: its imports, and the entries and statements that use them. */
export function listWithout(text: string, name: string, file: string): string {
	const { program } = parseSync(file, text) as unknown as { program: SyntaxNode & { body: SyntaxNode[] } }
	const belongs = isOfModule(name)
	const imports = program.body.filter(
		(one) => one.type === 'ImportDeclaration' && belongs(String((one.source as SyntaxNode).value)),
	)
	const names = new Set(
		imports.flatMap((one) => (one.specifiers as SyntaxNode[]).map(({ local }) => (local as SyntaxNode).name)),
	)
	const isNamed = (one: SyntaxNode) =>
		(one.type === 'Identifier' && names.has(one.name)) ||
		(one.type === 'ImportExpression' && belongs(String((one.source as SyntaxNode).value)))
	const rest = program.body.filter((one) => !imports.includes(one))
	const entries = rest.flatMap((one) => rangesOf({ type: 'Program', start: 0, end: 0, body: [one] }, isNamed))
	let result = text
	for (const { start, end } of [...imports, ...entries].toSorted((a, b) => b.start - a.start)) {
		const after = result.slice(end).match(/^\s*,/)?.[0].length ?? 0
		result = result.slice(0, start) + result.slice(end + after)
	}
	return withoutUnusedImports(result, file)
}

const sourceFiles = (root: string) =>
	globSync('{core,modules,shop,tests,rig,tools}/**/*.{ts,tsx,mjs}', { cwd: root }).map((file) =>
		file.replaceAll('\\', '/'),
	)

const isList = (file: string) => file.startsWith('modules/lists/')

function importsOf(root: string, file: string): string[] {
	return [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import|mock)\s*\(?\s*'(#[^']+|\.[^']+)'/g)].map(
		([, named = '']) => (named.startsWith('#') ? named.slice(1) : posix.join(dirname(file), named)),
	)
}

/**
 * Takes modules out of a copy of the project: their folders, their lines in the lists, and the operator's commands, tests and
 * measures of the whole that need them. Returns the changed lists and the deleted files outside the modules.
 */
export function takeOut(root: string, names: readonly string[]): { lists: string[]; deleted: string[] } {
	const changed = new Set<string>()
	for (const name of names) {
		rmSync(join(root, 'modules', name), { recursive: true })
		for (const file of sourceFiles(root).filter(isList)) {
			const text = readFileSync(join(root, file), 'utf8')
			if (!text.includes(`'#modules/${name}/`)) continue
			writeFileSync(join(root, file), listWithout(text, name, file))
			changed.add(file)
		}
	}
	const deleted: string[] = []
	for (let found = true; found; ) {
		const files = sourceFiles(root)
		const all = new Set(files)
		const isLost = (file: string) =>
			(/^(tests|rig|tools|shop\/operator)\//.test(file) || /\.test\.tsx?$/.test(file)) &&
			importsOf(root, file).some((path) => /^(core|modules|shop|tests)\/.*\.tsx?$/.test(path) && !all.has(path))
		const lost = files.filter(isLost)
		for (const file of lost) rmSync(join(root, file))
		deleted.push(...lost)
		found = lost.length > 0
	}
	return { lists: [...changed].toSorted(), deleted: deleted.toSorted() }
}
