import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { preparedDataDir, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'

interface Answer {
	readonly path: string
	readonly status: number
	readonly connection: string | undefined
	readonly retryAfter: string | undefined
	readonly body: string
}

/** Sends a request over a keep-alive connection; undefined when refused or cut. */
function ask(agent: Agent, url: string, path: string): Promise<Answer | undefined> {
	return new Promise((done) => {
		get(`${url}${path}`, { agent }, (answer) => {
			let body = ''
			answer.on('data', (chunk) => {
				body += chunk
			})
			answer.on('error', () => done(undefined))
			answer.on('end', () => {
				const { connection, 'retry-after': retryAfter } = answer.headers
				done({ path, status: answer.statusCode ?? 0, connection, retryAfter, body })
			})
		}).on('error', () => done(undefined))
	})
}

it('a stopping process answers late requests with a result or 503, and closes their connections', async () => {
	const shop = await startShop({ DATA_DIR: preparedDataDir(), PORT: String(await freePort()), LOG_LEVEL: 'fatal' }, 120)
	const paths = ['/api/products/PREM-SHAKER-650/availability', '/salud/listo', '/', '/api/social/', '/api/nada']
	let isOver = false
	let answered = 0
	const last: Answer[] = []
	const asking = Array.from({ length: 10 }, async (_, n) => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 })
		while (!isOver) {
			const answer = await ask(agent, shop.url, paths[n % paths.length] ?? '/')
			if (answer?.connection === 'close') last.push(answer)
			if (answer) answered += 1
			else await wait(20)
		}
	})
	await expect.poll(() => answered).toBeGreaterThan(10 * asking.length)
	expect(await shop.end('SIGTERM')).toBe(0)
	isOver = true
	await Promise.all(asking)
	// Each open connection gets exactly one more answer.
	expect(last.length).toBeGreaterThan(0)
	expect(last.length).toBeLessThanOrEqual(asking.length)
	for (const { path, status, retryAfter, body } of last) {
		if (path === '/api/nada') expect([status, JSON.parse(body).code]).toEqual([404, 'no_encontrado'])
		else if (path !== '/salud/listo' && status === 200) continue
		else {
			expect([status, retryAfter]).toEqual([503, '5'])
			expect(JSON.parse(body)).toMatchObject({ code: 'servicio_ocupado', error: expect.stringContaining('ocupada') })
		}
	}
})
