import { once } from 'node:events'
import { connect } from 'node:net'

/** Whether something listens on a port of this machine. */
export async function isOpen(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1')
	try {
		await once(socket, 'connect', { signal: AbortSignal.timeout(1000) })
		return true
	} catch {
		// It does not listen yet.
		return false
	} finally {
		socket.destroy()
	}
}
