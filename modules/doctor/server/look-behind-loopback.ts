import { networkInterfaces } from 'node:os'
import { isThisMachine } from '#core/server/platform/network-reach.ts'

/** Queries the database at an address. */
type Query = (text: string) => Promise<{ rows: { address: string | null; isEncrypted: boolean | null }[] }>

/** The server's own address and encryption of the last leg of a connection. */
const lastLeg = `select host(inet_server_addr()) as address,
	(select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted"`

const isOwn = (address: string) =>
	/^(127\.|::1$)/.test(address) ||
	Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))

/**
 * The warning for a local address whose program (PgBouncer, HAProxy) continues unencrypted to another machine, which
 * the address itself does not show; undefined otherwise.
 */
export async function plainBehindLoopback(name: string, url: string, query: Query): Promise<string | undefined> {
	const { hostname, host } = new URL(url.replace('@/', '@localhost/'))
	if (!isThisMachine(`http://${hostname}`)) return undefined
	const [leg] = (await query(lastLeg)).rows
	if (!leg?.address || leg.isEncrypted !== false || isOwn(leg.address)) return undefined
	return `${name} (${host}) es un programa de esta máquina que lleva a la base en ${leg.address} sin cifrar: pon TLS en ese tramo (server_tls_sslmode=verify-full en PgBouncer; por HAProxy, sslmode=verify-full en la dirección)`
}
