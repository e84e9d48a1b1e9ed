import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** How long a proxy's open connections may bring one more request before they are closed. Milliseconds. */
const leaveMs = 1500
const sampleEveryMs = 50
/** Time for the answers to cancelled work. Milliseconds. */
const lastAnswersMs = 500

/**
 * Stops the server without losing requests: new connections are refused and reach another process; open ones are
 * answered and closed. Answers have `graceMs`; then `cutShort` cancels their work, and every connection is closed.
 */
export async function stopListening(server: Server, graceMs: number, cutShort: () => Promise<void>): Promise<void> {
	if (!server.listening) return
	// Connections in the backlog are accepted during this turn.
	await nextTurn()
	let isEmpty = false
	// Not the HTTP server's own `close`: it drops idle connections at once, also those with a request on its way.
	NetServer.prototype.close.call(server, () => {
		isEmpty = true
	})
	const untilEmpty = async (limitMs: number) => {
		const begin = performance.now()
		while (!isEmpty && performance.now() - begin < limitMs) {
			if (graceBegin + leaveMs < performance.now()) server.closeIdleConnections()
			await wait(sampleEveryMs)
		}
	}
	const graceBegin = performance.now()
	await untilEmpty(Math.max(leaveMs, graceMs - lastAnswersMs))
	if (isEmpty) return
	await cutShort()
	await untilEmpty(lastAnswersMs)
	server.closeAllConnections()
}
