/** Codes of a call that failed before a byte of it was sent. */
const codes: ReadonlySet<unknown> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether what `fetch` threw says that nothing was sent. It wraps what the network said. */
export function wasNeverSent(error: unknown): boolean {
	const cause = error instanceof Error ? error.cause : undefined
	return cause instanceof Error && 'code' in cause && codes.has(cause.code)
}
