import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { builtInColors } from '#modules/catalog/colors.ts'
import { anOrder, cartLine } from '#tests/shop-helpers.ts'

/** Result of a load: answers by kind and status, and unanswered requests. */
export interface Seen {
	readonly reads: number
	readonly orders: number
	/** Maximum in ms. */
	readonly slowest: number
	/** Errors visible to a visitor, without repetitions. */
	readonly errors: ReadonlyMap<string, number>
}

/** A running load. */
export interface SteadyLoad {
	/** Waits for that number of further pages and orders. */
	more(amount: { readonly reads: number; readonly orders: number }): Promise<void>
	stop(): Promise<Seen>
}

/** Reads pages and places orders (each buyer one after the other, `pauseMs` apart) through a TLS proxy until `stop` is called. */
export function startLoad(
	port: number,
	tokens: readonly string[],
	readers: number,
	{ domain = 'premiumshaker.cl', pauseMs = 0 } = {},
): SteadyLoad {
	const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 100 })
	const errors = new Map<string, number>()
	let isRunning = true
	let reads = 0
	let orders = 0
	let slowest = 0

	/** Sends one request; returns the status or the error code. */
	function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<number | string> {
		const begin = performance.now()
		return new Promise((resolve) => {
			const options = { agent, port, host: '127.0.0.1', method, path, timeout: 30_000 }
			const asked = request({ ...options, headers: { host: domain, ...headers } }, (answer) => {
				answer.resume()
				answer.on('end', () => {
					slowest = Math.max(slowest, performance.now() - begin)
					resolve(answer.statusCode ?? 0)
				})
				answer.on('error', (error) => resolve(error.message))
			})
			asked.on('timeout', () => asked.destroy(new Error('timeout')))
			// A browser sends a request again when the proxy had just closed the connection that it reused.
			asked.on('error', (error) =>
				resolve(
					asked.reusedSocket && error.message === 'socket hang up' ? ask(method, path, headers, body) : error.message,
				),
			)
			asked.end(body)
		})
	}

	const count = (what: string) => errors.set(what, (errors.get(what) ?? 0) + 1)

	async function read(n: number): Promise<void> {
		const path = n % 2 === 0 ? '/' : '/api/checkout/'
		const status = await ask('GET', path, { accept: 'text/html' })
		reads += 1
		if (status !== 200) count(`GET ${path}: ${status}`)
	}

	async function order(token: string, n: number): Promise<void> {
		const body = JSON.stringify(
			anOrder({ metodo_pago: 'efectivo', carrito: [cartLine(builtInColors[n % builtInColors.length])] }),
		)
		const headers = {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			'content-length': String(Buffer.byteLength(body)),
			'idempotency-key': randomUUID(),
		}
		const status = await ask('POST', '/api/crear_orden/', headers, body)
		orders += 1
		if (status !== 200) count(`POST /api/crear_orden/: ${status}`)
	}

	const running = [
		...Array.from({ length: readers }, async () => {
			for (let n = 0; isRunning; n++) await read(n)
		}),
		...tokens.map(async (token) => {
			for (let n = 0; isRunning; n++) {
				await order(token, n)
				if (pauseMs > 0) await wait(pauseMs)
			}
		}),
	]
	return {
		async more(amount) {
			const least = { reads: reads + amount.reads, orders: orders + amount.orders }
			while (reads < least.reads || orders < least.orders) await wait(50)
		},
		async stop() {
			isRunning = false
			await Promise.all(running)
			agent.destroy()
			return { reads, orders, slowest, errors }
		},
	}
}
