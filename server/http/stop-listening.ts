import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** How long connections that a proxy keeps open may bring one more request before they are closed. Milliseconds. */
const leaveMs = 1500
const lookEveryMs = 50
/** What the answers to work that was cut short get to reach those who wait for them. Milliseconds. */
const lastAnswersMs = 500

/**
 * Stops taking connections so that no request is lost: new ones are refused, and go to another process; open ones are
 * answered and closed. What is still being answered gets until `graceMs`; then `cutShort` ends that work, and every
 * connection is closed.
 */
export async function stopListening(server: Server, graceMs: number, cutShort: () => Promise<void>): Promise<void> {
	if (!server.listening) return
	// Whoever knocked already is let in during this turn.
	await nextTurn()
	let isEmpty = false
	// Not the HTTP server's own `close`: that one drops idle connections at once, also one with a request on its way.
	NetServer.prototype.close.call(server, () => {
		isEmpty = true
	})
	const untilEmpty = async (limitMs: number) => {
		const begin = performance.now()
		while (!isEmpty && performance.now() - begin < limitMs) {
			if (graceBegin + leaveMs < performance.now()) server.closeIdleConnections()
			await wait(lookEveryMs)
		}
	}
	const graceBegin = performance.now()
	await untilEmpty(Math.max(leaveMs, graceMs - lastAnswersMs))
	if (isEmpty) return
	await cutShort()
	await untilEmpty(lastAnswersMs)
	server.closeAllConnections()
}
