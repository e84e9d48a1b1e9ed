import type { Server } from 'node:http'

/**
 * Reads each connection's address at its start. Node reads it lazily and gets none once the client has disconnected,
 * while the call may still wait to be counted.
 */
export function keepAddresses(server: Server): void {
	server.on('connection', (socket) => void socket.remoteAddress)
}
