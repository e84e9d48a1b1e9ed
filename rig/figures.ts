/**
 * Prints how the code is cut, by module: files, lines, lines that do something, named functions, declared types, doc comments.
 * Tests are left out. Use: npx node rig/figures.ts [FOLDER of a copy of the project, such as an older commit's]
 */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { isNode, nodesIn } from '../tools/syntax.ts'

interface Figures {
	files: number
	lines: number
	doing: number
	functions: number
	types: number
	docs: number
}

/** Imports, types and comments tell of other lines; an own line of brackets does nothing either. */
function figuresOf(text: string, path: string): Figures {
	const { program, comments } = parseSync(path, text)
	const nodes = [...nodesIn(program)]
	const types = nodes.filter(({ type }) => /^TS(Interface|TypeAlias)Declaration$/.test(type))
	const isFunction = (node: unknown) => isNode(node) && /^(Arrow)?FunctionExpression$/.test(node.type)
	const functions = nodes.filter(
		(node) =>
			node.type === 'FunctionDeclaration' ||
			(node.type === 'MethodDefinition' && isFunction(node.value)) ||
			(node.type === 'VariableDeclarator' && isFunction(node.init)),
	)
	const telling = [...nodes.filter(({ type }) => type === 'ImportDeclaration'), ...types, ...comments]
	const rest = telling
		.toSorted((a, b) => b.start - a.start)
		.reduce((left, { start, end }) => left.slice(0, start) + left.slice(Math.max(start, end)), text)
	return {
		files: 1,
		lines: text.split('\n').length - 1,
		doing: rest.split('\n').filter((line) => /\w/.test(line)).length,
		functions: functions.length,
		types: types.length,
		docs: comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).length,
	}
}

const folder = process.argv[2] ?? '.'
const paths = globSync('{core,modules,shop}/**/*.{ts,tsx}', { cwd: folder }).filter(
	(path) => !/\.test\.tsx?$/.test(path),
)
const none: Figures = { files: 0, lines: 0, doing: 0, functions: 0, types: 0, docs: 0 }
const table: Record<string, Figures> = {}
const total = { ...none }
for (const path of paths.toSorted()) {
	const [area = '', module = ''] = path.split('/')
	const name = area === 'modules' ? module : area
	const row = table[name] ?? { ...none }
	table[name] = row
	const found = figuresOf(readFileSync(join(folder, path), 'utf8'), path)
	for (const key of Object.keys(total) as (keyof Figures)[]) {
		row[key] += found[key]
		total[key] += found[key]
	}
}
console.table({ ...table, total })
