import { setTimeout as wait } from 'node:timers/promises'
import type { ShopCluster } from '#tests/failures/shop-cluster.ts'
import { etcdLeaderOf, leaderOf, type Node } from './nodes.ts'
import type { Topology } from './topology.ts'

export interface Fault {
	/** As the table in docs/scaling.md says it. */
	readonly name: string
	/** Makes it happen; gives how it is mended. */
	strike(topology: Topology, cluster: ShopCluster): Promise<() => Promise<void>>
}

const frozenMs = 30_000

async function required(found: Promise<Node | undefined>): Promise<Node> {
	const node = await found
	if (!node) throw new Error('nobody leads')
	return node
}

export const faults: readonly Fault[] = [
	{
		name: 'muere (`kill -9`) PostgreSQL en la que escribe; Patroni sigue',
		async strike({ nodes }) {
			const node = await required(leaderOf(nodes))
			node.signalPostgres('SIGKILL')
			return async () => {}
		},
	},
	{
		name: 'muere (`kill -9`) la que escribe entera: PostgreSQL y Patroni',
		async strike({ nodes }) {
			const node = await required(leaderOf(nodes))
			node.signal('SIGKILL')
			return async () => node.patroni.start()
		},
	},
	{
		name: `se congela (SIGSTOP) la que escribe por ${frozenMs / 1000} s, y vuelve`,
		async strike({ nodes }) {
			const node = await required(leaderOf(nodes))
			node.signal('SIGSTOP')
			const until = performance.now() + frozenMs
			return async () => {
				await wait(Math.max(0, until - performance.now()))
				node.signal('SIGCONT')
			}
		},
	},
	{
		name: 'muere (`kill -9`) el que dirige etcd',
		async strike({ nodes }) {
			const node = await required(etcdLeaderOf(nodes))
			await node.etcd.end('SIGKILL')
			return async () => node.etcd.start()
		},
	},
	{
		name: 'se reinicia PgBouncer',
		async strike({ pgbouncer }) {
			await pgbouncer.end('SIGTERM')
			pgbouncer.start()
			return async () => {}
		},
	},
	{
		name: 'muere (`kill -9`) un proceso de la tienda',
		async strike(_, cluster) {
			await cluster.shops[0]?.end('SIGKILL')
			return async () => void (await cluster.again(0))
		},
	},
]
