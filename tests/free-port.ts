import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ephemeral port range. */
const lowest = 10_000
const highest = 32_000
const blockSize = 100

/** Listens on a port of this machine; undefined when it is in use. */
async function listenOn(port: number): Promise<Server | undefined> {
	const server = createServer()
	try {
		server.listen(port, '127.0.0.1')
		await once(server, 'listening')
		return server
	} catch {
		return undefined
	}
}

/**
 * Reserves a block of ports for this process until it ends, by listening on the block's first port. Two test processes never
 * get the same port, although a returned port is used only later.
 */
async function reserveBlock(): Promise<number> {
	const blocks = (highest - lowest) / blockSize
	const start = Math.floor(Math.random() * blocks)
	for (let n = 0; n < blocks; n++) {
		const first = lowest + ((start + n) % blocks) * blockSize
		const holder = await listenOn(first)
		if (!holder) continue
		holder.unref()
		return first
	}
	throw new Error('no free block of ports')
}

let block = reserveBlock()
let given = 0

/** Returns a free port that no other test process gets. */
export async function freePort(): Promise<number> {
	const place = (given % (blockSize - 1)) + 1
	if (place === 1 && given > 0) block = reserveBlock()
	given += 1
	const port = (await block) + place
	const server = await listenOn(port)
	if (!server) return await freePort()
	await new Promise((done) => server.close(done))
	return port
}
