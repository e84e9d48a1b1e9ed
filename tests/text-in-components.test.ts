import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { isNode, nodesIn, type SyntaxNode } from '../tools/syntax.ts'

/**
 * A browser's translator wraps every text node. React then cannot remove or change the text or insert a node before it. An
 * element whose only child is one string is safe: React writes its whole content.
 */
/** `static` and `dynamic` are text; `fixed` is always one element; `changing` is any number of elements. */
type Kind = 'none' | 'static' | 'dynamic' | 'fixed' | 'changing'

/** Components that always render exactly one element. */
const fixedComponents =
	/^(Icon|Ring|ScreenLink|Link|Button|LinkButton|Money|CountingMoney|Badge|PaymentLogo|ShopMail|Sernac)$/
/** Props that take elements; text in them would be an only child elsewhere. */
const elementProps = /^(children|action|control|trailing|tools|badge|side|first|second|after|section)$/
/** Elements with such props: block containers, never of words. */
const containers = /^(div|section|fieldset|form|header|article|li|figure|details|FormDialog|)$/

const childOf = (node: SyntaxNode, key: string): SyntaxNode => node[key] as SyntaxNode

const tagOf = (node: SyntaxNode): string =>
	node.type === 'JSXFragment' ? '' : String(childOf(childOf(node, 'openingElement'), 'name').name)

class Source {
	readonly #text: string
	readonly #constants = new Map<string, SyntaxNode>()
	readonly #nodes: readonly SyntaxNode[]

	constructor(path: string) {
		this.#text = readFileSync(path, 'utf8')
		this.#nodes = [...nodesIn(parseSync(path, this.#text).program)]
		for (const node of this.#nodes)
			if (node.type === 'VariableDeclarator' && isNode(node.init))
				this.#constants.set(String(childOf(node, 'id').name), node.init)
	}

	/** Returns the places of unsafe text, each with its line. */
	problems(): string[] {
		return this.#nodes
			.filter(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
			.flatMap((node) => this.#bareTextIn(node))
			.map(({ start, end }) => {
				const line = this.#text.slice(0, start).split('\n').length
				return `${line}: ${this.#text.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, 80)}`
			})
	}

	#bareTextIn(node: SyntaxNode): SyntaxNode[] {
		const tag = tagOf(node)
		const children = (node.children as SyntaxNode[])
			.map((child) => ({ child, kind: this.#kindOf(child, tag) }))
			.filter(({ kind }) => kind !== 'none')
		const isAlone = tag !== '' && children.length < 2
		const isBesideChanging = tag === '' || children.some(({ kind }) => kind === 'changing')
		return children
			.filter(({ kind }) => (kind === 'dynamic' && !isAlone) || (kind === 'static' && isBesideChanging))
			.map(({ child }) => child)
	}

	#kindOf(node: SyntaxNode, parent: string): Kind {
		switch (node.type) {
			case 'JSXText':
			case 'Literal':
				return typeof node.value === 'string' && node.value.trim() ? 'static' : 'none'
			case 'JSXElement':
				return /^[a-z]/.test(tagOf(node)) || fixedComponents.test(tagOf(node)) ? 'fixed' : 'changing'
			case 'JSXFragment':
				return 'changing'
			case 'JSXEmptyExpression':
				return 'none'
			case 'JSXExpressionContainer':
			case 'ParenthesizedExpression':
				return this.#kindOf(childOf(node, 'expression'), parent)
			case 'TemplateLiteral':
				return (node.expressions as unknown[]).length > 0 ? 'dynamic' : 'static'
			case 'LogicalExpression':
				return this.#eitherOf([childOf(node, 'right')], parent)
			case 'ConditionalExpression':
				return this.#eitherOf([childOf(node, 'consequent'), childOf(node, 'alternate')], parent)
			case 'CallExpression':
				return this.#kindOfCall(node, parent)
			case 'Identifier':
				return this.#kindOfName(String(node.name), parent)
			case 'MemberExpression':
				return this.#kindOfName(String(childOf(node, 'property').name), parent)
			default:
				return 'dynamic'
		}
	}

	#eitherOf(branches: readonly SyntaxNode[], parent: string): Kind {
		const kinds = branches.map((branch) => this.#kindOf(branch, parent))
		return kinds.some((kind) => kind === 'dynamic' || kind === 'static') ? 'dynamic' : 'changing'
	}

	#kindOfCall(node: SyntaxNode, parent: string): Kind {
		const callee = childOf(node, 'callee')
		if (callee.type === 'Identifier') return this.#kindOfName(String(callee.name), parent)
		const [callback] = node.arguments as SyntaxNode[]
		const isMap = callee.type === 'MemberExpression' && childOf(callee, 'property').name === 'map'
		return isMap && callback ? this.#kindOfResult(callback, parent) : 'dynamic'
	}

	/** Returns the callback of a list that returns elements, as far as its expression shows. */
	#kindOfResult(callback: SyntaxNode, parent: string): Kind {
		const body = isNode(callback.body) ? callback.body : undefined
		if (!body || body.type === 'BlockStatement') return 'changing'
		return this.#eitherOf([body], parent)
	}

	#kindOfName(name: string, parent: string): Kind {
		if (elementProps.test(name)) return containers.test(parent) ? 'changing' : 'dynamic'
		const value = this.#constants.get(name)
		if (value?.type === 'ArrowFunctionExpression') return this.#kindOfResult(value, parent)
		return value && value.type !== 'Identifier' ? this.#kindOf(value, parent) : 'dynamic'
	}
}

const components = globSync('{core,modules,shop}/**/web/**/*.tsx').filter((name) => !name.endsWith('.test.tsx'))

describe('every component', () => {
	it('has no changing text beside other children, and no text beside conditional children', () => {
		expect(components.length).toBeGreaterThan(100)
		const problems = components.flatMap((name) => new Source(name).problems().map((text) => `${name}:${text}`))
		expect(problems).toEqual([])
	})
})
