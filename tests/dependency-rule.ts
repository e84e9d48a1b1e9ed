import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** An import of one source file by another; paths from the project's folder. */
export interface Import {
	readonly file: string
	readonly imported: string
}

const importPattern = /(?:from|import)\s*\(?\s*'(#[^']+|\.[^']+)'/g

/** Returns every import of the shop's source, tests excluded. */
export function readImports(): Import[] {
	return globSync('{core,modules,shop}/**/*.{ts,tsx}', { exclude: (name) => /\.test\.tsx?$/.test(name) })
		.map((file) => file.replaceAll('\\', '/'))
		.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(importPattern)].map(([, named = '']) => ({
				file,
				imported: named.startsWith('#') ? named.slice(1) : posix.join(posix.dirname(file), named),
			})),
		)
}

/** The feature of a file: `core`, `shop`, the module's name, staff's half of a module, or `list` for the lists of modules. */
export function featureOf(path: string): string {
	const [top = '', second = '', third] = path.split('/')
	if (top !== 'modules') return top
	if (second === 'lists') return 'list'
	return third === 'staff' ? `${second}/staff` : second
}

/** The imports of a later feature by an earlier one, as `earlier -> later`; an import of a list is none. */
export function breaches(imports: readonly Import[], order: readonly string[]): string[] {
	const place = (path: string) => order.indexOf(featureOf(path))
	const found = imports
		.filter(({ file, imported }) => featureOf(imported) !== 'list' && featureOf(file) !== 'list')
		.filter(({ file, imported }) => place(imported) > place(file) || place(file) < 0 || place(imported) < 0)
	return [...new Set(found.map(({ file, imported }) => `${featureOf(file)} -> ${featureOf(imported)}`))].toSorted()
}

/** The folders, at any depth, that import each other in a circle: `folder: one -> other -> one`. */
export function knots(imports: readonly Import[]): string[] {
	const inside = new Map<string, Map<string, Set<string>>>()
	for (const { file, imported } of imports) {
		const [from, to] = [file.split('/').slice(0, -1), imported.split('/').slice(0, -1)]
		let depth = 0
		while (depth < from.length && from[depth] === to[depth]) depth++
		const [one, other] = [from[depth], to[depth]]
		if (one === undefined || other === undefined) continue
		const parent = from.slice(0, depth).join('/')
		const folders = inside.get(parent) ?? new Map<string, Set<string>>()
		inside.set(parent, folders)
		folders.set(one, (folders.get(one) ?? new Set()).add(other))
	}
	return [...inside]
		.flatMap(([parent, folders]) => circlesIn(folders).map((circle) => `${parent}: ${circle}`))
		.toSorted()
}

/** One circle for each group of folders that reach each other. */
function circlesIn(folders: ReadonlyMap<string, ReadonlySet<string>>): string[] {
	const done = new Set<string>()
	const circles: string[] = []
	const visit = (folder: string, path: readonly string[]) => {
		const at = path.indexOf(folder)
		if (at >= 0) return void circles.push([...path.slice(at), folder].join(' -> '))
		if (done.has(folder)) return
		for (const next of folders.get(folder) ?? []) visit(next, [...path, folder])
		done.add(folder)
	}
	for (const folder of [...folders.keys()].toSorted()) visit(folder, [])
	return circles
}
