import { networkInterfaces } from 'node:os'
import { isThisMachine } from '#server/platform/network-reach.ts'

/** Asks the database at an address. */
type Ask = (text: string) => Promise<{ rows: { address: string | null; isEncrypted: boolean | null }[] }>

/** The last leg of a connection: where PostgreSQL itself answers, and whether what reaches it is encrypted. */
const lastLeg = `select host(inet_server_addr()) as address,
	(select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted"`

const isOwn = (address: string) =>
	/^(127\.|::1$)/.test(address) ||
	Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))

/**
 * Says of an address on this machine that a program between (PgBouncer, HAProxy) leads from there to another machine in the open, which
 * the address itself does not show; undefined where that is not so.
 */
export async function plainBehindLoopback(name: string, url: string, ask: Ask): Promise<string | undefined> {
	const { hostname, host } = new URL(url.replace('@/', '@localhost/'))
	if (!isThisMachine(`http://${hostname}`)) return undefined
	const [leg] = (await ask(lastLeg)).rows
	if (!leg?.address || leg.isEncrypted !== false || isOwn(leg.address)) return undefined
	return `${name} (${host}) es un programa de esta máquina que lleva a la base en ${leg.address} sin cifrar: pon TLS en ese tramo (server_tls_sslmode=verify-full en PgBouncer; por HAProxy, sslmode=verify-full en la dirección)`
}
