/**
 * Restarts processes behind nginx (deploy/nginx.conf) one by one while visitors read pages and place orders, and prints
 * their failures. Use: npx node rig/bench/rolling-restart.ts [processes, 2] [rounds, 2] [readers, 8] [buyers, 4]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { findNginx, startNginx } from '#tests/failures/nginx-server.ts'
import { startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { productionSettings } from '#tests/failures/production-shop.ts'
import { type ShopProcess, startShop } from '#tests/failures/shop-process.ts'
import { startLoad } from '#tests/failures/steady-load.ts'
import { freePort } from '#tests/free-port.ts'

const [processes = 2, rounds = 2, readers = 8, buyers = 4] = process.argv.slice(2).map(Number)
const nginx = findNginx()
if (!nginx) throw new Error('nginx and openssl are needed: apt-get install nginx-light openssl')

const postgres = await startPostgres()
const { variables, inbox } = await productionSettings(postgres)
const settings: Record<string, string>[] = []
for (let n = 0; n < processes; n++) settings.push({ ...variables, PORT: String(await freePort()) })
const shops = await Promise.all(settings.map((one) => startShop(one, 120)))
const proxy = await startNginx(
	nginx,
	settings.map(({ PORT }) => Number(PORT)),
)
try {
	const [first] = shops as [ShopProcess]
	await setProducts(first, await staffAccess(first), 'stock', 1_000_000)
	const tokens: string[] = []
	for (let n = 0; n < buyers; n++) tokens.push(await aBuyer(first))
	const load = startLoad(proxy.port, tokens, readers)
	const begin = performance.now()
	const stops: number[] = []
	const starts: number[] = []
	await wait(2000)
	for (let round = 0; round < rounds; round++) {
		for (const [place, one] of settings.entries()) {
			const stopping = performance.now()
			await shops[place]?.end('SIGTERM')
			const starting = performance.now()
			stops.push(Math.round(starting - stopping))
			shops[place] = await startShop(one, 120)
			starts.push(Math.round(performance.now() - starting))
			await wait(1500)
		}
	}
	const { errors, slowest, ...seen } = await load.stop()
	const seconds = Math.round((performance.now() - begin) / 1000)
	const row = { processes, restarts: stops.length, seconds, ...seen, slowestMs: Math.round(slowest), stops, starts }
	const complaints = new Map<string, number>()
	for (const line of proxy.complaints().split('\n')) {
		const complaint = /\[\w+\] .*?: \*\d+ (.*?), client/.exec(line)?.[1] ?? ''
		if (complaint) complaints.set(complaint, (complaints.get(complaint) ?? 0) + 1)
	}
	process.stdout.write(`${JSON.stringify(Object.fromEntries(complaints))}\n`)
	process.stdout.write(`${JSON.stringify({ ...row, errors: Object.fromEntries(errors) })}\n`)
} finally {
	await proxy.stop()
	await Promise.all(shops.map((shop) => shop.end('SIGTERM')))
	await inbox.close()
	await postgres.stop()
}
