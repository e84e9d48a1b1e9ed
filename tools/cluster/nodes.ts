import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram, familyOf, type Program, signalAll } from './programs.ts'

/** One machine of the database: its PostgreSQL under Patroni, and its member of etcd. */
export interface Node {
	readonly name: string
	readonly address: string
	/** Its files; `data` is PostgreSQL's. */
	readonly folder: string
	readonly data: string
	/** What its programs are given. */
	readonly env: Readonly<Record<string, string>>
	readonly etcd: Program
	readonly patroni: Program
	/** Whatever happens to a whole machine: Patroni, PostgreSQL and its children, not etcd. */
	signal(signal: NodeJS.Signals): void
	/** PostgreSQL alone: its first process. */
	signalPostgres(signal: NodeJS.Signals): void
}

/** The lines of deploy/cluster/node.env, for another machine and another folder. */
function readVariables(name: string, address: string, folder: string): Record<string, string> {
	const lines = readFileSync('deploy/cluster/node.env', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)
	return Object.fromEntries(
		[...lines].map(([, key = '', value = '']) => {
			if (key === 'ETCD_INITIAL_CLUSTER') return [key, value]
			const own = value.replaceAll('node1', name).replaceAll('127.0.0.11', address)
			return [key, own.replace(/^\/var\/lib\//, `${folder}/`)]
		}),
	)
}

/** Where pgBackRest of a machine in `folder` finds its configuration, its PostgreSQL and the archive, which is everybody's. */
const archiveVariables = (folder: string, data: string) => ({
	PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
	PGBACKREST_PG1_PATH: data,
	PGBACKREST_REPO1_PATH: join(folder, '..', 'archive'),
	PGBACKREST_LOCK_PATH: join(folder, 'pgbackrest'),
})

/** Gets a machine ready whose files are in `folder`; `passwords` are PATRONI_…_PASSWORD. Both programs run as `postgres`. */
export function createNode(place: number, folder: string, passwords: Record<string, string>): Node {
	const name = `node${place}`
	const address = `127.0.0.1${place}`
	const variables = { ...readVariables(name, address, folder), ...passwords }
	const data = variables.PATRONI_POSTGRESQL_DATA_DIR ?? ''
	const env = { ...variables, ...archiveVariables(folder, data) }
	const options = (log: string) => ({ user: 'postgres', log: join(folder, `${log}.log`), folder, env })
	const etcd = createProgram(['etcd'], options('etcd'))
	const patroni = createProgram(['patroni', join(folder, 'patroni.yml')], options('patroni'))
	const postgres = () => {
		try {
			const [pid = '0'] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
			// One that was killed leaves its number, which may be somebody else's by now.
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? [Number(pid)] : []
		} catch {
			// It is not running.
			return []
		}
	}
	return {
		name,
		address,
		folder,
		data,
		env,
		etcd,
		patroni,
		signal(signal) {
			signalAll([...familyOf(patroni.pid()), ...postgres().flatMap(familyOf)], signal)
		},
		signalPostgres: (signal) => signalAll(postgres(), signal),
	}
}

/** The member that Patroni says writes now; undefined while nobody does. */
export async function leaderOf(nodes: readonly Node[]): Promise<Node | undefined> {
	for (const node of nodes) {
		const isLeader = await fetch(`http://${node.address}:8008/primary`, { signal: AbortSignal.timeout(1000) }).then(
			(answer) => answer.status === 200,
			() => false,
		)
		if (isLeader) return node
	}
	return undefined
}

/** How many replicas follow, and whether one of them has all that is confirmed. */
export async function replicasOf(leader: Node): Promise<{ streaming: number; synchronous: number }> {
	const answer = await fetch(`http://${leader.address}:8008/patroni`, { signal: AbortSignal.timeout(2000) })
	const { replication = [] } = (await answer.json()) as { replication?: { state: string; sync_state: string }[] }
	return {
		streaming: replication.filter(({ state }) => state === 'streaming').length,
		synchronous: replication.filter(({ sync_state }) => sync_state === 'sync').length,
	}
}

/** The member of etcd that leads; undefined while none does. */
export async function etcdLeaderOf(nodes: readonly Node[]): Promise<Node | undefined> {
	for (const node of nodes) {
		const status = await fetch(`http://${node.address}:2379/v3/maintenance/status`, {
			method: 'POST',
			body: '{}',
			signal: AbortSignal.timeout(1000),
		})
			.then((answer) => answer.json() as Promise<{ header: { member_id: string }; leader: string }>)
			.catch(() => undefined)
		if (status && status.leader === status.header.member_id) return node
	}
	return undefined
}
