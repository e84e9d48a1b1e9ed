import type { ClientBase } from 'pg'

/** From which time on a statement is prepared: what is asked that often is worth the memory that each connection gives it. */
const oftenTimes = 10
/** How many statements are prepared at most; no visitor can fill the database's memory with them. */
const mostStatements = 200

/** Names frequent statements, so that PostgreSQL plans each once a connection: more than half of a new order's time there. */
export function createStatementNames(): (text: string) => string | undefined {
	const times = new Map<string, number>()
	const names = new Map<string, string>()
	return (text) => {
		const name = names.get(text)
		if (name !== undefined || names.size >= mostStatements) return name
		const seen = (times.get(text) ?? 0) + 1
		if (seen < oftenTimes) {
			// Texts that differ every time, as lists of ids do, must not be kept for ever.
			if (times.size >= 10 * mostStatements) times.clear()
			times.set(text, seen)
			return undefined
		}
		times.delete(text)
		const given = `tienda_${names.size + 1}`
		names.set(text, given)
		return given
	}
}

/** Makes `client` prepare the statements that `nameOf` gives a name. Statements without parameters are left as they are. */
export function prepareStatements(client: ClientBase, nameOf: (text: string) => string | undefined): void {
	const send = client.query.bind(client) as (...args: readonly unknown[]) => unknown
	const query = (config: unknown, ...rest: readonly unknown[]) => {
		const text = textOf(config)
		const name = text === undefined || !Array.isArray(rest[0]) ? undefined : nameOf(text)
		return name === undefined ? send(config, ...rest) : send({ ...(config as object), name }, ...rest)
	}
	client.query = query as typeof client.query
}

/** The text of a statement that comes as an object and has no name of its own. */
function textOf(config: unknown): string | undefined {
	if (typeof config !== 'object' || config === null) return undefined
	const { text, name } = config as { text?: unknown; name?: unknown }
	return typeof text === 'string' && name === undefined ? text : undefined
}
