import { setTimeout as wait } from 'node:timers/promises'
import type { ShopCluster } from '#tests/failures/shop-cluster.ts'
import { ask } from './ask.ts'
import { installNewer, switchTo } from './minor-upgrade.ts'
import { etcdLeaderOf, leaderOf, type Node, synchronousOf } from './nodes.ts'
import { eventually, type Topology } from './topology.ts'

export interface Fault {
	/** Printed in the table of results. */
	readonly name: string
	/** Starts the fault; returns its repair. */
	strike(topology: Topology, cluster: ShopCluster): Promise<() => Promise<void>>
}

const frozenMs = 60_000
const cutMs = 30_000
const clockOff = 120

async function required(found: Promise<Node | undefined>): Promise<Node> {
	const node = await found
	if (!node) throw new Error('nobody leads, or follows in step')
	return node
}

/** Runs `repair` after `ms`, awaited or not. */
function after(ms: number, repair: () => unknown): () => Promise<void> {
	const repaired = wait(ms).then(repair)
	return async () => void (await repaired)
}

/** Environment that fakes a process's clock. */
const clockAt = (seconds: number) => ({
	LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
	FAKETIME: `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`,
})
/** The same for a Node process, with a real monotonic clock for timers; Python's timeouts fail with this option. */
const nodeClockAt = (seconds: number) => ({ ...clockAt(seconds), FAKETIME_DONT_FAKE_MONOTONIC: '1' })

/** Returns the time of the primary database, once reachable. */
const clockOf = ({ superuser }: Topology) =>
	eventually('la hora de la que escribe', 30, async () => {
		const [row] = await ask<{ now: Date }>(superuser, 'select clock_timestamp() as now')
		return row?.now.getTime()
	})

/** @throws unless a clock is off by `seconds`. */
function mustBeOff(now: number, seconds: number): void {
	const off = (now - Date.now()) / 1000
	if (Math.abs(off - seconds) > 20) throw new Error(`the clock is ${off} s off, and not ${seconds}`)
}

/** Restarts a shop process with a clock off by `seconds`, and at the end with its own. */
const shopClock = (seconds: number): Fault['strike'] =>
	async function strike(_, cluster) {
		await cluster.shops[1]?.end('SIGTERM')
		const { url } = await cluster.again(1, nodeClockAt(seconds))
		mustBeOff(Date.parse((await fetch(`${url}/salud/vivo`)).headers.get('date') ?? ''), seconds)
		return async () => {
			await cluster.shops[1]?.end('SIGTERM')
			await cluster.again(1)
		}
	}

const deaths: readonly Fault[] = [
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
			return after(frozenMs, () => node.signal('SIGCONT'))
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

const network: readonly Fault[] = [
	{
		name: `se corta la red entre la que escribe y la réplica al paso por ${cutMs / 1000} s`,
		async strike({ nodes }) {
			const [leader, replica] = [await required(leaderOf(nodes)), await required(synchronousOf(nodes))]
			await leader.host.cut([replica.address])
			return after(cutMs, leader.host.repair)
		},
	},
	{
		name: `la que escribe no llega a las otras ni ellas a ella por ${cutMs / 1000} s; la tienda sí`,
		async strike({ nodes }) {
			const leader = await required(leaderOf(nodes))
			await leader.host.cut(nodes.filter((node) => node !== leader).map(({ address }) => address))
			return after(cutMs, leader.host.repair)
		},
	},
]

const disks: readonly Fault[] = [
	{
		name: `se llena el disco de la que escribe por ${cutMs / 1000} s`,
		async strike({ nodes }) {
			const { disk } = await required(leaderOf(nodes))
			await disk.fill()
			return after(cutMs, disk.free)
		},
	},
	{
		name: `se llena el disco de la réplica al paso por ${cutMs / 1000} s`,
		async strike({ nodes }) {
			const { disk } = await required(synchronousOf(nodes))
			await disk.fill()
			return after(cutMs, disk.free)
		},
	},
]

const clocks: readonly Fault[] = [
	{
		name: 'pasa a escribir una máquina con el reloj 2 minutos adelante',
		async strike(topology) {
			const [leader, inStep] = [await required(leaderOf(topology.nodes)), await required(synchronousOf(topology.nodes))]
			const node = topology.nodes.find((one) => one !== leader && one !== inStep) ?? inStep
			await node.patroni.end('SIGTERM')
			node.patroni.start(clockAt(clockOff))
			await topology.settled(120)
			// Only a synchronous replica may take over; this one is synchronous once the other was away.
			await inStep.patroni.end('SIGTERM')
			inStep.patroni.start()
			await topology.settled(120)
			await switchTo(topology, node)
			mustBeOff(await clockOf(topology), clockOff)
			return async () => {
				await node.patroni.end('SIGTERM')
				node.patroni.start()
			}
		},
	},
	{ name: 'un proceso de la tienda anda 2 minutos adelante', strike: shopClock(clockOff) },
	{ name: 'un proceso de la tienda anda 2 minutos atrás', strike: shopClock(-clockOff) },
]

const upgrades: readonly Fault[] = [
	{
		name: 'cambia la que escribe a pedido (`patronictl switchover`)',
		async strike(topology) {
			await switchTo(topology, await required(synchronousOf(topology.nodes)))
			return async () => {}
		},
	},
	{
		name: 'versión menor de PostgreSQL: las réplicas, el cambio y la que escribía',
		async strike(topology) {
			await installNewer(topology)
			return async () => {}
		},
	},
]

export const faults: readonly Fault[] = [...clocks, ...upgrades, ...network, ...disks, ...deaths]
