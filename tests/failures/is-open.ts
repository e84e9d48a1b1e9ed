import { once } from 'node:events'
import { connect } from 'node:net'

/** Returns whether a port of this machine accepts connections. */
export async function isOpen(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1')
	try {
		await once(socket, 'connect', { signal: AbortSignal.timeout(1000) })
		return true
	} catch {
		// Not listening yet.
		return false
	} finally {
		socket.destroy()
	}
}
