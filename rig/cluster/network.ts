import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { run } from './needed-programs.ts'

/** Network namespace of a machine, isolated from other networks. */
export interface Host {
	readonly name: string
	readonly address: string
	/** Command prefix that runs in it. */
	readonly prefix: readonly string[]
	/** Drops packets from and to `others` until `repair`. */
	cut(others: readonly string[]): Promise<void>
	repair(): Promise<void>
	/** Also runs when this process is killed. */
	remove(): void
}

/** The trial's network, with other addresses than deploy/cluster/, in an unused range. */
const network = '198.18.0'

/** Returns the address of a host: 0 has HAProxy, PgBouncer and the shop, 1 to 3 the databases. */
export const addressOf = (place: number) => `${network}.1${place}`

/** Reads a file of deploy/cluster/ with the trial's addresses. */
export const onNetwork = (text: string) =>
	text.replace(/127\.0\.0\.(1[0-3])\b/g, `${network}.$1`).replaceAll('127.0.0.0/8', `${network}.0/24`)

const bridge = 'shaker-lan'

/** Host name of the databases' certificates, used by the shop: HAProxy's address. */
export const baseName = 'base.premium-shaker.internal'

/** Adds that name to this machine's hosts file; without `address` removes it. */
function nameBase(address?: string): void {
	const lines = readFileSync('/etc/hosts', 'utf8')
		.split('\n')
		.filter((line) => line !== '' && !line.endsWith(baseName))
	writeFileSync('/etc/hosts', [...lines, ...(address ? [`${address} ${baseName}`] : []), ''].join('\n'))
}

/** Creates the network with this machine at address 0, replacing an old one. Returns its removal. */
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

/** Connects a machine to the network. */
export async function addHost(place: number): Promise<Host> {
	const [name, address] = [`node${place}`, addressOf(place)]
	const space = `shaker-${name}`
	const remove = () => {
		// The cable first: a namespace exists until its last process ends.
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
		repair: async () => void (await nft('delete table inet cut')),
		remove,
	}
}
