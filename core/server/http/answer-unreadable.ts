import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { type FailureCode, failures } from '#core/contract/failure.ts'

/** The shop's codes for Node's own errors; any other request was unreadable. */
const known: Readonly<Record<string, FailureCode>> = {
	HPE_HEADER_OVERFLOW: 'direccion_larga',
	ERR_HTTP_REQUEST_TIMEOUT: 'solicitud_lenta',
}

/** Answers malformed, oversized or slow requests like every error, and closes the connection. */
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
