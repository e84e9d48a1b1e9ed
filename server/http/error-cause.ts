/** How many different causes one process tells apart; an attack may not make the list grow. */
const maxCauses = 200
const known = new Set<string>()

/** The first line of the stack that is the project's own code, without its column: `server/orders/place-order.ts:42`. */
function placeOf(stack: string | undefined): string {
	for (const line of (stack ?? '').split('\n')) {
		const found = /\/((?:server|domain|contract|simulators)\/[\w./-]+\.ts):(\d+)/.exec(line)
		if (found && !line.includes('node_modules')) return `${found[1]}:${found[2]}`
	}
	return 'fuera'
}

/**
 * A short name for what went wrong and where, the same for every occurrence: the error's class, its code, and the place in the
 * shop's code. It never holds the message, which may quote what somebody typed.
 */
export function errorCause(error: unknown): string {
	let root = error
	for (let depth = 0; root instanceof Error && root.cause instanceof Error && depth < 5; depth++) root = root.cause
	const code = typeof root === 'object' && root !== null && 'code' in root ? ` ${String(root.code).slice(0, 40)}` : ''
	const name = root instanceof Error ? root.name : typeof root
	const cause = `${name}${code} ${placeOf(error instanceof Error ? error.stack : undefined)}`
	if (known.has(cause)) return cause
	if (known.size >= maxCauses) return 'otras'
	known.add(cause)
	return cause
}
