/**
 * Measures the shop under attack: visitors read Home and a call while (1) slow clients hold connections open, (2) one
 * address floods the login, (3) large bodies and headers arrive. Prints the visitors' times and the attacker's answers. Use:
 * npx node rig/bench/attack.ts [slow clients, 2000] [seconds each, 15]
 */
import { Agent, get, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { newDataDir, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { memoryMiB } from './process-meter.ts'

const [slowClients = 2000, seconds = 15] = process.argv.slice(2).map(Number)
const port = Number(await freePort())
const shop = await startShop({ DATA_DIR: newDataDir(), PORT: String(port), HOST: '127.0.0.1' }, 120)
const host = '127.0.0.1'

/** Reads twenty times a second during `attack`; returns the times and the number of failures. */
async function visitorsDuring(attack: () => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
	const agent = new Agent({ keepAlive: true })
	const times: number[] = []
	let failed = 0
	let isOver = false
	const visit = (path: string) =>
		new Promise<void>((resolve) => {
			const begin = performance.now()
			const visit = get({ agent, host, port, path, timeout: 20_000 }, (answer) => {
				answer.resume()
				answer.on('end', () => {
					if (answer.statusCode === 200) times.push(performance.now() - begin)
					else failed += 1
					resolve()
				})
			})
			visit.on('timeout', () => visit.destroy(new Error('too slow')))
			visit.on('error', () => {
				failed += 1
				resolve()
			})
		})
	const visiting = (async () => {
		const open: Promise<void>[] = []
		for (let n = 0; !isOver; n++) {
			open.push(visit(n % 2 ? '/' : '/api/checkout/'))
			await wait(50)
		}
		await Promise.all(open)
	})()
	const summary = await attack()
	isOver = true
	await visiting
	agent.destroy()
	times.sort((a, b) => a - b)
	const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
	const { rss } = memoryMiB(shop.child.pid ?? 0)
	return { ...summary, visits: times.length, failed, p50: at(0.5), p95: at(0.95), worst: at(0.9999), MiB: rss }
}

/** Connections that send headers one byte a second and never finish them. */
async function slowLoris(): Promise<Record<string, unknown>> {
	const sockets: Socket[] = []
	let cut = 0
	let longestSeconds = 0
	for (let n = 0; n < slowClients; n++) {
		const begin = performance.now()
		const socket = connect(port, host, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: '))
		socket.on('error', () => {})
		socket.on('close', () => {
			cut += 1
			longestSeconds = Math.max(longestSeconds, (performance.now() - begin) / 1000)
		})
		sockets.push(socket)
		if (n % 100 === 99) await wait(20)
	}
	for (let second = 0; second < seconds; second++) {
		for (const socket of sockets) if (!socket.destroyed) socket.write('a')
		await wait(1000)
	}
	const held = sockets.filter((socket) => !socket.destroyed).length
	const cutByShop = cut
	for (const socket of sockets) socket.destroy()
	return { attack: 'slow heads', connections: slowClients, cutByShop, held, longestSeconds: Math.round(longestSeconds) }
}

const body = JSON.stringify({ username: 'nadie@correo.cl', password: 'equivocada' })

function post(agent: Agent, path: string, payload: string): Promise<number | string> {
	return new Promise((resolve) => {
		const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
		const posted = request({ agent, host, port, path, method: 'POST', headers }, (answer) => {
			answer.resume()
			answer.on('end', () => resolve(answer.statusCode ?? 0))
			answer.on('error', () => resolve('cut'))
		})
		posted.on('error', () => resolve('cut'))
		posted.end(payload)
	})
}

/** Fifty connections that send the next request after each answer. */
async function flood(attack: string, path: string, payload: string): Promise<Record<string, unknown>> {
	const agent = new Agent({ keepAlive: true, maxSockets: 50 })
	const answers = new Map<number | string, number>()
	const end = performance.now() + seconds * 1000
	await Promise.all(
		Array.from({ length: 50 }, async () => {
			while (performance.now() < end) {
				const status = await post(agent, path, payload)
				answers.set(status, (answers.get(status) ?? 0) + 1)
			}
		}),
	)
	agent.destroy()
	return { attack, answers: Object.fromEntries(answers) }
}

const attacks: readonly (() => Promise<Record<string, unknown>>)[] = [
	async () => {
		await wait(seconds * 1000)
		return { attack: 'none' }
	},
	slowLoris,
	() => flood('login from one address', '/api/token/', body),
	() => flood('bodies of 1 MB', '/api/cart/refresh/', `["${'x'.repeat(1_000_000)}"]`),
	() => flood('deep JSON of 200 KB', '/api/cart/refresh/', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
]
for (const attack of attacks) process.stdout.write(`${JSON.stringify(await visitorsDuring(attack))}\n`)
process.stdout.write(`stopped with ${await shop.end('SIGTERM')}\n`)
