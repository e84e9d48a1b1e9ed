import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './needed-programs.ts'
import { leaderOf, type Node, synchronousOf } from './nodes.ts'
import { eventually, type Topology } from './topology.ts'

/** Switches the primary over, like an operator. */
export async function switchTo({ nodes }: Topology, node: Node): Promise<void> {
	const leader = await leaderOf(nodes)
	if (!leader) throw new Error('nobody leads')
	const names = ['--leader', leader.name, '--candidate', node.name]
	const said = await node.run(['patronictl', '-c', join(node.folder, 'patroni.yml'), 'switchover', ...names, '--force'])
	// patronictl exits without an error when nothing changed.
	await eventually(`${node.name} escribe (${said})`, 20, async () =>
		(await leaderOf(nodes)) === node ? true : undefined,
	)
}

/** Unpacks Debian's newest binaries of this major version; returns their folder. */
async function unpackNewest({ home }: Topology): Promise<string> {
	const folder = join(home, 'newest')
	const bin = join(folder, 'usr/lib/postgresql/15/bin')
	mkdirSync(folder, { recursive: true })
	if (readdirSync(folder).length === 0) {
		await run('sh', [
			'-c',
			`cd ${folder} && apt-get download postgresql-15 postgresql-client-15 && for deb in *.deb; do dpkg -x "$deb" .; done`,
		])
	}
	return bin
}

/** Restarts a machine on the binaries in `bin`. */
async function upgrade(node: Node, bin: string): Promise<void> {
	const file = join(node.folder, 'patroni.yml')
	writeFileSync(file, readFileSync(file, 'utf8').replace(/^( +bin_dir: ).*$/m, `$1${bin}`))
	await node.patroni.end('SIGTERM')
	node.patroni.start()
}

/** A minor upgrade: each replica, then a switchover, then the former primary. */
export async function installNewer(topology: Topology): Promise<void> {
	const bin = await unpackNewest(topology)
	const leader = await leaderOf(topology.nodes)
	if (!leader) throw new Error('nobody leads')
	for (const node of topology.nodes.filter((one) => one !== leader)) {
		await upgrade(node, bin)
		await topology.settled(120)
	}
	const next = await synchronousOf(topology.nodes)
	if (!next) throw new Error('nobody follows in step')
	await switchTo(topology, next)
	await topology.settled(120)
	await upgrade(leader, bin)
	await topology.settled(120)
}
