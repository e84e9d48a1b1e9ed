import type { Writable } from 'node:stream'
import pg from 'pg'

/** A text gets a name at this use: one that is sent once costs no memory of the database. */
const usesBeforeName = 3
const maxTexts = 1000

/** Uses of each text in this process. */
const uses = new Map<string, { count: number; readonly name: string }>()

/**
 * One statement that plans well for any value. A search is planned for its word, and a page of a list for its filters and
 * its number; `begin` and the like have no plan.
 */
const mayBeNamed = (text: string) =>
	/^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !/;|\blike\b|\boffset\b/i.test(text)

function nameOf(text: string): string | undefined {
	const known = uses.get(text)
	if (known) {
		known.count += 1
		return known.count < usesBeforeName ? undefined : known.name
	}
	if (uses.size < maxTexts && mayBeNamed(text)) uses.set(text, { count: 1, name: `s${uses.size}` })
	return undefined
}

type Send = (query: unknown, ...rest: unknown[]) => unknown

/**
 * A connection that parses and plans each repeated statement once (`areNamed`; not behind a pool in transaction mode), and
 * sends the statements of one turn of the event loop in one write.
 */
export const connectionClass = ({ areNamed }: { readonly areNamed: boolean }): (new () => pg.Client) =>
	class extends pg.Client {
		constructor(config?: pg.ClientConfig) {
			super(config)
			const send = this.query.bind(this) as unknown as Send
			const { connection } = this as unknown as { readonly connection: { readonly stream: Writable } }
			this.query = ((query: unknown, ...rest: unknown[]) => {
				const { stream } = connection
				if (stream.writableCorked === 0) {
					stream.cork()
					setImmediate(() => stream.uncork())
				}
				const text = typeof query === 'string' ? query : (query as { readonly text?: string }).text
				const name = areNamed && text !== undefined ? nameOf(text) : undefined
				if (name === undefined) return send(query, ...rest)
				return send(typeof query === 'string' ? { text, name } : { ...(query as object), name }, ...rest)
			}) as typeof this.query
		}
	}
