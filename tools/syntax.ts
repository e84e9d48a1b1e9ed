/** A node of a parsed source; its other fields depend on its type. */
export interface SyntaxNode {
	readonly type: string
	readonly start: number
	readonly end: number
	readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is SyntaxNode =>
	typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

/** Every node in a tree or a list of trees, a parent before its children. */
export function* nodesIn(value: unknown): Generator<SyntaxNode> {
	if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
	else if (isNode(value)) {
		yield value
		for (const key in value) yield* nodesIn(value[key])
	}
}
