/** Codes of a call that failed before a byte of it was sent. */
const codes: ReadonlySet<unknown> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether an error of `fetch` means that nothing was sent. It wraps the network's error. */
export function wasNeverSent(error: unknown): boolean {
	const cause = error instanceof Error ? error.cause : undefined
	return cause instanceof Error && 'code' in cause && codes.has(cause.code)
}
