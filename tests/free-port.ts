import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the range in which systems pick ports for outgoing connections. */
const lowest = 10_000
const highest = 32_000
const blockSize = 100

/** Listens on a port of this machine; undefined when somebody else does already. */
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
 * Takes a block of ports for this process: whoever listens on a block's first port has the whole block, until the process ends.
 * So two processes of tests never get the same port, although a port that was given out is listened on only later.
 */
async function takeBlock(): Promise<number> {
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

let block = takeBlock()
let given = 0

/** A free port that no other test gets, also in another process. */
export async function freePort(): Promise<number> {
	const place = (given % (blockSize - 1)) + 1
	if (place === 1 && given > 0) block = takeBlock()
	given += 1
	const port = (await block) + place
	const server = await listenOn(port)
	if (!server) return await freePort()
	await new Promise((done) => server.close(done))
	return port
}
