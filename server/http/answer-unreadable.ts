import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { type FailureCode, failures } from '#contract/failure.ts'

/** What Node's own refusals of a request are called in the shop; every other one could not be read at all. */
const known: Readonly<Record<string, FailureCode>> = {
	HPE_HEADER_OVERFLOW: 'direccion_larga',
	ERR_HTTP_REQUEST_TIMEOUT: 'solicitud_lenta',
}

/** Answers what never became a request (broken, too long, too slow) like every error, and ends the connection. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
	if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
	const code = known[error.code] ?? 'no_json'
	const { status, text } = failures[code]
	const body = JSON.stringify({ error: text, detail: text, code })
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Cache-Control: no-store',
		'Connection: close',
	]
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
