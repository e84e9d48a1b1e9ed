import { once } from 'node:events'
import { createServer } from 'node:net'

const lowest = 10_000
const highest = 32_000
const tries = 200

/** Ports given out by this process: nobody listens on them yet, but somebody is about to. */
const given = new Set<number>()

async function isFree(port: number): Promise<boolean> {
	const server = createServer()
	try {
		server.listen(port, '127.0.0.1')
		await once(server, 'listening')
		return true
	} catch {
		// Somebody else has it: another one is tried.
		return false
	} finally {
		await new Promise((done) => server.close(done))
	}
}

/**
 * A port that is free now and most likely still is when it is listened on: taken at random from below the range in which the
 * system picks ports for outgoing connections, and never given out twice.
 */
export async function freePort(): Promise<number> {
	for (let n = 0; n < tries; n++) {
		const port = lowest + Math.floor(Math.random() * (highest - lowest))
		if (given.has(port) || !(await isFree(port))) continue
		given.add(port)
		return port
	}
	throw new Error('no free port')
}
