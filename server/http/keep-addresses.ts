import type { Server } from 'node:http'

/**
 * Has each connection know whose it is to its end. Node asks the system when it is asked itself, and gets no answer any more once
 * the caller has left, while the call may still wait for the database before it is counted.
 */
export function keepAddresses(server: Server): void {
	server.on('connection', (socket) => void socket.remoteAddress)
}
