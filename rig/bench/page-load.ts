/**
 * Requests one page of a running shop at the maximum rate over keep-alive connections. Use: npx node rig/bench/page-load.ts
 * [URL, http://localhost:3000/ by default] [connections, 50] [seconds, 10] Prints requests per second and their times. The
 * client needs a core of its own for a valid result.
 */
import { Agent, get } from 'node:http'

const [address = 'http://localhost:3000/', connectionsText = '50', secondsText = '10'] = process.argv.slice(2)
const connections = Math.min(Math.max(Number(connectionsText) || 50, 1), 1000)
const seconds = Math.min(Math.max(Number(secondsText) || 10, 1), 600)
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const headers = { 'accept-encoding': 'br, gzip', accept: 'text/html' }

/** Sends one request; resolves with its ms, or undefined without a 200. */
function ask(): Promise<number | undefined> {
	const start = performance.now()
	return new Promise((resolve) => {
		const request = get(address, { agent, headers }, (response) => {
			response.resume()
			response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - start : undefined))
		})
		request.on('error', () => resolve(undefined))
	})
}

async function run(forSeconds: number): Promise<{ times: number[]; failed: number; took: number }> {
	const times: number[] = []
	let failed = 0
	const start = performance.now()
	const end = start + forSeconds * 1000
	const worker = async () => {
		while (performance.now() < end) {
			const took = await ask()
			if (took === undefined) failed += 1
			else times.push(took)
		}
	}
	await Promise.all(Array.from({ length: connections }, worker))
	return { times: times.sort((a, b) => a - b), failed, took: (performance.now() - start) / 1000 }
}

await run(2)
const { times, failed, took } = await run(seconds)
agent.destroy()
const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
console.log(
	`${(times.length / took).toFixed(0)} requests/s, p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, ${failed} failed`,
)
process.exitCode = failed > 0 ? 1 : 0
