import { once } from 'node:events'
import { findNginx, startNginx } from '#tests/failures/nginx-server.ts'
import { startCluster } from '#tests/failures/shop-cluster.ts'
import { staff } from '#tests/failures/shop-process.ts'
import { CannotTry } from './needed-programs.ts'
import { rehearseRestore } from './restore.ts'
import { runLoadTest } from './rush.ts'
import { startTopology, type Topology } from './topology.ts'

const shops = 4
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Starts four shop processes and a proxy on the topology and runs the trial; false when an invariant is violated. */
async function openShop(topology: Topology, [what, rounds = '1', only = '']: readonly string[]): Promise<boolean> {
	const nginx = findNginx()
	if (!nginx) throw new CannotTry('nginx y openssl no están donde se buscan')
	const { DATABASE_URL } = topology.variables
	const cluster = await startCluster(shops, DATABASE_URL, { ...topology.variables, TRUSTED_PROXIES: '127.0.0.1' })
	const proxy = await startNginx(
		nginx,
		cluster.shops.map(({ url }) => Number(new URL(url).port)),
	)
	const url = `https://127.0.0.1:${proxy.port}`
	try {
		say(`${shops} procesos de la tienda detrás de nginx: ${url} (${staff.STAFF_EMAIL}, ${staff.STAFF_PASSWORD})`)
		if (what === 'rush') return await runLoadTest({ topology, cluster, url }, Number(rounds), only, say)
		if (what === 'restore') return await rehearseRestore(topology, url, say)
		say('Ctrl-C para terminar')
		await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
		return true
	} finally {
		await proxy.stop()
		await cluster.stop()
	}
}

try {
	if (process.getuid?.() !== 0 || process.platform !== 'linux') throw new CannotTry('hay que ser root en Linux')
	const topology = await startTopology(say)
	const isWhole = await openShop(topology, process.argv.slice(2)).finally(() => topology.stop())
	process.exit(isWhole ? 0 : 1)
} catch (error) {
	if (!(error instanceof CannotTry)) throw error
	say(`– sin probar: ${error.message}`)
}
