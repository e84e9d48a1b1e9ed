/** Distinct causes per process; an attack must not grow the list. */
const maxCauses = 200
const known = new Set<string>()

/** A frame of the project's own code in source form: `modules/checkout/server/place-order.ts:42`. */
const inSource = /\/((?:core|modules|shop|simulators)\/[\w./-]+\.ts):(\d+)/

/**
 * A named function of the build, whose line numbers mean nothing. The shop's code is one file; the database drivers are
 * separate.
 */
const inBuild = [/main\.js/, /.*/].map(
	(file) => new RegExp(`^\\s+at (?:async |new )*([\\w$#.]{1,80}) .*/dist/shop/${file.source}:\\d+:\\d+\\)$`),
)

/** The innermost stack frame of the project's code: file and line in the sources, the function in the build. */
function placeOf(stack: string | undefined): string {
	const lines = (stack ?? '').split('\n').filter((line) => !line.includes('node_modules'))
	for (const line of lines) {
		const found = inSource.exec(line)
		if (found) return `${found[1]}:${found[2]}`
	}
	for (const pattern of inBuild) {
		for (const line of lines) {
			const name = pattern.exec(line)?.[1]
			if (name !== undefined) return name
		}
	}
	return 'fuera'
}

/** A short name for an error and its location, equal for each occurrence; never its message, which may quote input. */
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
