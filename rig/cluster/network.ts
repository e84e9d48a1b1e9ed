import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { run } from '../deploy/needed-programs.ts'

/** A machine's own network: a namespace at the end of a cable, in a network that reaches no other. */
export interface Host {
	readonly name: string
	readonly address: string
	/** What runs a command on it. */
	readonly prefix: readonly string[]
	/** Drops what it sends to `others` and hears from them, until `mend`. */
	cut(others: readonly string[]): Promise<void>
	mend(): Promise<void>
	/** Also done where this process ends without a word. */
	remove(): void
}

/** The trial's network: like anybody's own, other addresses than those in deploy/cluster/. Nothing outside uses this range. */
const network = '198.18.0'

/** A place's address: 0 is where HAProxy, PgBouncer and the shop are, 1 to 3 the databases'. */
export const addressOf = (place: number) => `${network}.1${place}`

/** A file of deploy/cluster/ with the trial's addresses. */
export const onNetwork = (text: string) =>
	text.replace(/127\.0\.0\.(1[0-3])\b/g, `${network}.$1`).replaceAll('127.0.0.0/8', `${network}.0/24`)

const bridge = 'shaker-lan'

/** What the certificates of the databases are named, and the shop asks for: HAProxy's address on its machine. */
export const baseName = 'base.premium-shaker.internal'

/** Has this machine know that name while the trial runs; without `address` it forgets it. */
function nameBase(address?: string): void {
	const lines = readFileSync('/etc/hosts', 'utf8')
		.split('\n')
		.filter((line) => line !== '' && !line.endsWith(baseName))
	writeFileSync('/etc/hosts', [...lines, ...(address ? [`${address} ${baseName}`] : []), ''].join('\n'))
}

/** Lays the network and names HAProxy's place in it, with this machine at its place 0; it replaces one that was left. Gives how it is removed. */
export async function layNetwork(): Promise<() => void> {
	const remove = () => {
		spawnSync('ip', ['link', 'del', bridge])
		nameBase()
	}
	remove()
	process.once('exit', remove)
	nameBase(addressOf(0))
	await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
	await run('ip', ['addr', 'add', `${addressOf(0)}/24`, 'dev', bridge])
	await run('ip', ['link', 'set', bridge, 'up'])
	return remove
}

/** Puts a machine on the network. */
export async function addHost(place: number): Promise<Host> {
	const [name, address] = [`node${place}`, addressOf(place)]
	const space = `shaker-${name}`
	const remove = () => {
		// The cable first: a namespace stays for as long as a process in it is on its way out.
		spawnSync('ip', ['link', 'del', space])
		spawnSync('ip', ['netns', 'del', space])
	}
	remove()
	process.once('exit', remove)
	const inside = (...words: readonly string[]) => run('ip', ['-n', space, ...words])
	await run('ip', ['netns', 'add', space])
	await run('ip', ['link', 'add', space, 'type', 'veth', 'peer', 'name', 'lan', 'netns', space])
	await run('ip', ['link', 'set', space, 'master', bridge, 'up'])
	await inside('addr', 'add', `${address}/24`, 'dev', 'lan')
	await inside('link', 'set', 'lan', 'up')
	await inside('link', 'set', 'lo', 'up')
	const prefix = ['nsenter', `--net=/run/netns/${space}`]
	const nft = (rules: string) => run('nsenter', [...prefix.slice(1), 'nft', rules])
	return {
		name,
		address,
		prefix,
		async cut(others) {
			const who = `{ ${others.join(', ')} }`
			await nft(`table inet cut {
				chain in { type filter hook input priority 0; ip saddr ${who} drop; }
				chain out { type filter hook output priority 0; ip daddr ${who} drop; }
			}`)
		},
		mend: async () => void (await nft('delete table inet cut')),
		remove,
	}
}
