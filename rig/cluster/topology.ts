import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startArchive } from './archive.ts'
import { ask } from './ask.ts'
import { needPrograms, run } from './needed-programs.ts'
import { addHost, addressOf, baseName, layNetwork } from './network.ts'
import { createNode, inFolder, leaderOf, type Node, replicasOf } from './nodes.ts'
import { createProgram, type Program, signalAll } from './programs.ts'

/** deploy/cluster/ on one machine: three databases, the proxy to the primary, and the pool. */
export interface Topology {
	readonly nodes: readonly Node[]
	readonly haproxy: Program
	readonly pgbouncer: Program
	/** The running topology. */
	readonly home: string
	/** URL of the primary without the pool, as its superuser. */
	readonly superuser: string
	/** Database URL of the shop. */
	readonly variables: { readonly DATABASE_URL: string; readonly DATABASE_DIRECT_URL: string }
	/** Waits until one machine is primary and two replicas stream, one of them synchronous. @throws after `seconds`. */
	settled(seconds: number): Promise<void>
	stop(): Promise<void>
}

const files = 'deploy/cluster'

/** Polls `attempt` every half second until it returns a value. */
export async function eventually<T>(what: string, seconds: number, attempt: () => Promise<T | undefined>): Promise<T> {
	for (let tries = 0; tries < seconds * 2; tries++) {
		const found = await attempt().catch(() => undefined)
		if (found !== undefined) return found
		await wait(500)
	}
	throw new Error(`${what}: no pasó en ${seconds} s`)
}

const idOf = async (kind: '-u' | '-g') => Number(await run('id', [kind, 'postgres']))

/** Creates a folder of postgres with the files `names` from deploy/cluster/, and certificates if any. */
async function makeFolder(path: string, names: readonly string[], certificates?: string): Promise<string> {
	mkdirSync(path, { mode: 0o700, recursive: true })
	if (certificates) cpSync(certificates, join(path, 'certificates'), { recursive: true })
	for (const name of names) writeFileSync(join(path, name), inFolder(readFileSync(join(files, name), 'utf8'), path))
	await run('chown', ['-R', 'postgres:postgres', path])
	return path
}

/** Creates the shop's role and database, as deploy/create-role.sql does. */
async function createShopDatabase(connectionString: string, password: string): Promise<void> {
	const script = readFileSync('deploy/create-role.sql', 'utf8')
		.replace(/^(--|\\getenv|alter role postgres).*$/gm, '')
		.replace(":'password'", `'${password}'`)
	for (const statement of script.split(';')) if (statement.trim() !== '') await ask(connectionString, statement)
}

/** Programs to start, in one folder. */
interface Parts {
	readonly home: string
	readonly removeNetwork: () => void
	readonly nodes: readonly Node[]
	readonly haproxy: Program
	readonly pgbouncer: Program
	/** URL of the pool on this machine. */
	readonly pooled: string
	/** URL of a primary's database, without the pool. */
	direct(user: 'postgres' | 'shop', name: string): string
	readonly shopPassword: string
}

/** Writes every machine's files with generated passwords. */
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

/** Creates the stopped topology of these parts. */
function assemble({ home, removeNetwork, nodes, haproxy, pgbouncer, pooled, direct }: Parts): Topology {
	const programs = [pgbouncer, haproxy, ...nodes.map(({ etcd }) => etcd)]
	// Also runs when this process is killed: the programs do not end by themselves.
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

/** Starts everything and waits until it is complete. */
export async function startTopology(say: (line: string) => void): Promise<Topology> {
	await needPrograms({
		// etcd over TLS needs the package idna.
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
