import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { type Disk, mountDisk } from './disk.ts'
import { addressOf, type Host, onNetwork } from './network.ts'
import { createProgram, familyOf, type Program, runAt, signalAll } from './programs.ts'

/** One database machine: PostgreSQL under Patroni, and a member of etcd. */
export interface Node {
	readonly name: string
	readonly address: string
	readonly host: Host
	/** Disk of PostgreSQL's data. */
	readonly disk: Disk
	/** Its files; `data` is PostgreSQL's. */
	readonly folder: string
	readonly data: string
	/** Environment of its programs. */
	readonly env: Readonly<Record<string, string>>
	readonly etcd: Program
	readonly patroni: Program
	/** Runs a command on it as `postgres`, with its environment and `more`. */
	run(command: readonly string[], more?: Readonly<Record<string, string>>): Promise<string>
	/** Processes of Patroni and PostgreSQL, for faults of the whole machine; not etcd. */
	signal(signal: NodeJS.Signals): void
	/** PostgreSQL's postmaster. */
	signalPostgres(signal: NodeJS.Signals): void
}

/** Reads a file of deploy/cluster/ for a machine with certificates in `folder`. */
export const inFolder = (text: string, folder: string) =>
	onNetwork(text).replaceAll('/etc/premium-shaker-cluster', join(folder, 'certificates'))

/** Lines of deploy/cluster/node.env with the trial's addresses, for a machine and a folder. */
function readVariables({ name, address }: Host, folder: string): Record<string, string> {
	const lines = inFolder(readFileSync('deploy/cluster/node.env', 'utf8'), folder).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)
	return Object.fromEntries(
		[...lines].map(([, key = '', value = '']) => {
			if (key === 'ETCD_INITIAL_CLUSTER') return [key, value]
			const own = value.replaceAll('node1', name).replaceAll(addressOf(1), address)
			return [key, own.replace(/^\/var\/lib\//, `${folder}/`)]
		}),
	)
}

/** pgBackRest's environment of a machine in `folder`: configuration, PostgreSQL and the shared archive. */
const archiveVariables = (folder: string, data: string) => ({
	PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
	PGBACKREST_PG1_PATH: data,
	PGBACKREST_REPO1_PATH: join(folder, '..', 'archive'),
	PGBACKREST_LOCK_PATH: join(folder, 'pgbackrest'),
})

/**
 * Prepares a machine with its files in `folder` and PostgreSQL's on a disk; its certificates in `certificates`; `passwords`
 * are PATRONI_…_PASSWORD. Its programs run as `postgres`.
 */
export async function createNode(host: Host, folder: string, passwords: Record<string, string>): Promise<Node> {
	const disk = await mountDisk(join(folder, 'postgresql'), 'postgres')
	const variables = { ...readVariables(host, folder), ...passwords }
	const data = variables.PATRONI_POSTGRESQL_DATA_DIR ?? ''
	const env = { ...variables, ...archiveVariables(folder, data) }
	const place = { user: 'postgres', prefix: host.prefix }
	const options = (log: string) => ({ place, log: join(folder, `${log}.log`), folder, env })
	const etcd = createProgram(['etcd'], options('etcd'))
	const patroni = createProgram(['patroni', join(folder, 'patroni.yml')], options('patroni'))
	const postgres = () => {
		try {
			const [pid = '0'] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
			// A killed process leaves its pid file, whose number may be reused.
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? [Number(pid)] : []
		} catch {
			// Not running.
			return []
		}
	}
	return {
		name: host.name,
		address: host.address,
		host,
		disk,
		folder,
		data,
		env,
		etcd,
		patroni,
		run: (command, more = {}) => runAt(place, command, { ...env, ...more }),
		signal(signal) {
			signalAll([...familyOf(patroni.pid()), ...postgres().flatMap(familyOf)], signal)
		},
		signalPostgres: (signal) => signalAll(postgres(), signal),
	}
}

/** Sends a request with the machine's client certificate, which Patroni and etcd require. */
async function askMachine({ address, folder }: Node, path: string) {
	const file = (name: string) => readFileSync(join(folder, 'certificates', name), 'utf8')
	const connect = { ca: file('ca.crt'), cert: file('machine.crt'), key: file('machine.key'), rejectUnauthorized: true }
	const dispatcher = new Agent({ connect })
	try {
		const answer = await request(`https://${address}:${path}`, { dispatcher, signal: AbortSignal.timeout(1000) })
		return { status: answer.statusCode, text: await answer.body.text() }
	} finally {
		await dispatcher.destroy()
	}
}

/** Returns whether a member has this role in Patroni: `primary`, `synchronous`. */
const answers = (node: Node, role: string) =>
	askMachine(node, `8008/${role}`).then(
		({ status }) => status === 200,
		() => false,
	)

/** Returns the primary by Patroni; undefined when none. */
export async function leaderOf(nodes: readonly Node[]): Promise<Node | undefined> {
	for (const node of nodes) if (await answers(node, 'primary')) return node
	return undefined
}

/** Returns the synchronous replica. */
export async function synchronousOf(nodes: readonly Node[]): Promise<Node | undefined> {
	for (const node of nodes) if (await answers(node, 'synchronous')) return node
	return undefined
}

/** Returns the number of streaming replicas, and whether one is synchronous. */
export async function replicasOf(leader: Node): Promise<{ streaming: number; synchronous: number }> {
	const { text } = await askMachine(leader, '8008/patroni')
	const { replication = [] } = JSON.parse(text) as { replication?: { state: string; sync_state: string }[] }
	return {
		streaming: replication.filter(({ state }) => state === 'streaming').length,
		synchronous: replication.filter(({ sync_state }) => sync_state === 'sync').length,
	}
}

/** Returns the etcd leader; undefined when none. */
export async function etcdLeaderOf(nodes: readonly Node[]): Promise<Node | undefined> {
	for (const node of nodes) {
		const state = await askMachine(node, '2379/v2/stats/self')
			.then(({ text }) => (JSON.parse(text) as { state: string }).state)
			.catch(() => undefined)
		if (state === 'StateLeader') return node
	}
	return undefined
}
