import { isUtf8 } from 'node:buffer'
import type { Server } from 'node:http'
import { Server as NetServer, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FailureAnswer, fail } from '#core/contract/failure.ts'

/** The depth of the deepest valid request, with a margin. */
const maxDepth = 20

const quote = 34
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Whether brackets nest deeper than `most`, without parsing; brackets in strings do not count. */
export function nestsDeeper(text: string, most: number): boolean {
	let depth = 0
	let isText = false
	for (let at = 0; at < text.length; at++) {
		const letter = text.charCodeAt(at)
		if (isText) {
			if (letter === backslash) at += 1
			else if (letter === quote) isText = false
		} else if (letter === quote) isText = true
		else if (letter === openBracket || letter === openBrace) {
			depth += 1
			if (depth > most) return true
		} else if (letter === closeBracket || letter === closeBrace) depth -= 1
	}
	return false
}

/** Rejects non-UTF-8 bodies, and JSON nested deeper than any call needs: parsing 200 KB of brackets takes 50 ms. */
export function parseShallowJson(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error')
	app.removeContentTypeParser(['application/json', 'text/plain'])
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
		const bytes = Buffer.from(body)
		const text = bytes.toString()
		// A lenient decoder would store `Jos\ufffd`.
		if (!isUtf8(bytes) || nestsDeeper(text, maxDepth)) return done(new FailureAnswer(fail('no_json')))
		return parse(request, text, done)
	})
}

/** Closes a connection that brings nothing of a half-sent body for `ms`. */
export function cutSilentBodies(app: FastifyInstance, ms: number): void {
	app.addHook('onRequest', async ({ raw }) => {
		const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
		if (!hasBody || !(raw.socket instanceof Socket)) return
		raw.socket.setTimeout(ms)
		raw.once('end', () => raw.socket.setTimeout(0))
	})
}

/** Nginx's status of a call whose client disconnected before the answer. */
const clientClosed = 499

/** Calls `note` once a call has ended, also when its client disconnected: `onResponse` does not run then. */
export function onClosed(
	app: FastifyInstance,
	note: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
	app.addHook('onRequest', async (request, reply) => {
		reply.raw.once('close', () => note(request, reply, reply.raw.writableEnded ? reply.statusCode : clientClosed))
	})
}

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
