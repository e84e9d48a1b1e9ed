import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { needPrograms, run } from '../deploy/needed-programs.ts'
import { startArchive } from './archive.ts'
import { ask } from './ask.ts'
import { addHost, addressOf, baseName, layNetwork } from './network.ts'
import { createNode, inFolder, leaderOf, type Node, replicasOf } from './nodes.ts'
import { createProgram, type Program, signalAll } from './programs.ts'

/** deploy/cluster/ on one machine: three databases, what leads to the one that writes, and the pool. */
export interface Topology {
	readonly nodes: readonly Node[]
	readonly haproxy: Program
	readonly pgbouncer: Program
	/** Everything of it on this machine. */
	readonly home: string
	/** The database of whoever writes, without the pool, as its superuser. */
	readonly superuser: string
	/** What the shop is given. */
	readonly variables: { readonly DATABASE_URL: string; readonly DATABASE_DIRECT_URL: string }
	/** Waits until one machine writes and the two others follow, one of them in step. Throws after `seconds`. */
	settled(seconds: number): Promise<void>
	stop(): Promise<void>
}

const files = 'deploy/cluster'

/** Tries until `attempt` gives something, every half second. */
export async function eventually<T>(what: string, seconds: number, attempt: () => Promise<T | undefined>): Promise<T> {
	for (let tries = 0; tries < seconds * 2; tries++) {
		const found = await attempt().catch(() => undefined)
		if (found !== undefined) return found
		await wait(500)
	}
	throw new Error(`${what}: no pasó en ${seconds} s`)
}

const idOf = async (kind: '-u' | '-g') => Number(await run('id', [kind, 'postgres']))

/** A folder of postgres' own, with the files of `names` from deploy/cluster/, and a machine's certificates if there are any. */
async function makeFolder(path: string, names: readonly string[], certificates?: string): Promise<string> {
	mkdirSync(path, { mode: 0o700, recursive: true })
	if (certificates) cpSync(certificates, join(path, 'certificates'), { recursive: true })
	for (const name of names) writeFileSync(join(path, name), inFolder(readFileSync(join(files, name), 'utf8'), path))
	await run('chown', ['-R', 'postgres:postgres', path])
	return path
}

/** Makes the shop's role and its database, as deploy/create-role.sql does. */
async function createShopDatabase(connectionString: string, password: string): Promise<void> {
	const script = readFileSync('deploy/create-role.sql', 'utf8')
		.replace(/^(--|\\getenv|alter role postgres).*$/gm, '')
		.replace(":'password'", `'${password}'`)
	for (const statement of script.split(';')) if (statement.trim() !== '') await ask(connectionString, statement)
}

/** What there is to start, in a folder of its own. */
interface Parts {
	readonly home: string
	readonly removeNetwork: () => void
	readonly nodes: readonly Node[]
	readonly haproxy: Program
	readonly pgbouncer: Program
	/** Where the pool on this machine answers. */
	readonly pooled: string
	/** The address of a database of the one that writes, past the pool. */
	direct(user: 'postgres' | 'shop', name: string): string
	readonly shopPassword: string
}

/** Lays out every machine's files with passwords of their own. */
async function prepareParts(): Promise<Parts> {
	const home = mkdtempSync(join(tmpdir(), 'premium-shaker-cluster-'))
	chownSync(home, await idOf('-u'), await idOf('-g'))
	const secret = () => randomBytes(16).toString('hex')
	const passwords = { postgres: secret(), shop: secret() }
	const patroniPasswords = {
		PATRONI_SUPERUSER_PASSWORD: passwords.postgres,
		PATRONI_REPLICATION_PASSWORD: secret(),
		PATRONI_RESTAPI_PASSWORD: secret(),
	}
	const removeNetwork = await layNetwork()
	const places = [1, 2, 3].map((place) => `node${place}=${addressOf(place)}`)
	await run('sh', [join(files, 'certificates.sh'), join(home, 'certificates'), ...places, 'front'])
	const nodes: Node[] = []
	for (const place of [1, 2, 3]) {
		const certificates = join(home, 'certificates', `node${place}`)
		const folder = await makeFolder(join(home, `node${place}`), ['patroni.yml', 'pgbackrest.conf'], certificates)
		nodes.push(await createNode(await addHost(place), folder, patroniPasswords))
	}
	await makeFolder(join(home, 'archive'), [])
	const front = await makeFolder(
		join(home, 'front'),
		['haproxy.cfg', 'pgbouncer.ini'],
		join(home, 'certificates/front'),
	)
	writeFileSync(join(front, 'userlist.txt'), `"shop" "${passwords.shop}"\n`)
	const here = (log: string) => ({
		place: { user: 'postgres', prefix: [] },
		log: join(front, `${log}.out`),
		folder: front,
	})
	return {
		home,
		nodes,
		removeNetwork,
		haproxy: createProgram(['haproxy', '-db', '-f', 'haproxy.cfg'], here('haproxy')),
		pgbouncer: createProgram(['pgbouncer', '-q', 'pgbouncer.ini'], here('pgbouncer')),
		pooled: `postgres://shop:${passwords.shop}@${addressOf(0)}:6432/shop`,
		direct: (user, name) =>
			`postgres://${user}:${passwords[user]}@${baseName}:5432/${name}?sslmode=verify-full&sslrootcert=${front}/certificates/ca.crt`,
		shopPassword: passwords.shop,
	}
}

/** The topology of these parts, none of which runs yet. */
function assemble({ home, removeNetwork, nodes, haproxy, pgbouncer, pooled, direct }: Parts): Topology {
	const programs = [pgbouncer, haproxy, ...nodes.map(({ etcd }) => etcd)]
	// Also where this process ends without a word: none of them would end by itself.
	const killAll = () => {
		for (const node of nodes) node.signal('SIGKILL')
		signalAll(
			programs.map((program) => program.pid()),
			'SIGKILL',
		)
	}
	process.once('exit', killAll)
	return {
		nodes,
		haproxy,
		pgbouncer,
		home,
		superuser: direct('postgres', 'shop'),
		variables: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct('shop', 'shop') },
		async settled(seconds) {
			await eventually('tres máquinas al día', seconds, async () => {
				const leader = await leaderOf(nodes)
				const replicas = leader && (await replicasOf(leader))
				return replicas?.streaming === 2 && replicas.synchronous === 1 ? true : undefined
			})
		},
		async stop() {
			killAll()
			const all = [...programs, ...nodes.map(({ patroni }) => patroni)]
			await Promise.all(all.map((program) => program.end('SIGKILL')))
			process.off('exit', killAll)
			for (const { host, disk } of nodes) {
				disk.remove()
				host.remove()
			}
			removeNetwork()
			rmSync(home, { recursive: true, force: true })
		},
	}
}

/** Starts all of it and waits until it is whole. */
export async function startTopology(say: (line: string) => void): Promise<Topology> {
	await needPrograms({
		// Without idna it speaks to no etcd over TLS.
		patroni: 'patroni python3-idna',
		etcd: 'etcd-server',
		haproxy: 'haproxy',
		pgbouncer: 'pgbouncer',
		pgbackrest: 'pgbackrest',
		pg_createcluster: 'postgresql',
		nginx: 'nginx-light',
		nft: 'nftables',
		faketime: 'faketime',
	})
	const parts = await prepareParts()
	const topology = assemble(parts)
	try {
		say(`Registros y datos en ${parts.home}`)
		for (const node of parts.nodes) node.etcd.start()
		for (const node of parts.nodes) node.patroni.start()
		parts.haproxy.start()
		await topology.settled(60)
		say('Tres PostgreSQL: uno escribe, dos lo siguen, uno de ellos al paso')
		await eventually('la base de la tienda', 30, async () => {
			await createShopDatabase(parts.direct('postgres', 'postgres'), parts.shopPassword)
			return true
		})
		parts.pgbouncer.start()
		await startArchive(parts.nodes)
		return topology
	} catch (error) {
		await topology.stop()
		throw error
	}
}
