import { networkInterfaces } from 'node:os'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { isThisMachine } from '#core/server/platform/variables.ts'
import { googleAddresses } from '#modules/accounts/server/google-identity.ts'
import {
	MapsKeyRefused,
	type MapsProvider,
	type Position,
	triedAddress,
	tryMaps,
} from '#modules/delivery/server/maps/maps.ts'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import type { Environment } from '#modules/lists/environment.ts'
import { openMaps } from '#shop/server/open-providers.ts'

const timeoutMs = 10_000
/** Above this Google's logins, signed files and payments begin to be rejected. Seconds. */
const mostSecondsOff = 60

/** A server with a right clock, among those that the shop already calls; undefined when none is configured. */
export function clockSource(env: Environment): string | undefined {
	if (env.GOOGLE_CLIENT_ID) return env.GOOGLE_JWKS_URL ?? googleAddresses.jwksUrl
	if (env.S3_ENDPOINT) return env.S3_ENDPOINT
	if (env.WEBPAY_API_KEY) return env.WEBPAY_API_URL ?? 'https://webpay3g.transbank.cl'
	if (env.MERCADOPAGO_ACCESS_TOKEN) return env.MERCADOPAGO_API_URL ?? 'https://api.mercadopago.com'
	if (env.FLOW_API_KEY) return env.FLOW_API_URL ?? 'https://www.flow.cl/api'
	return undefined
}

/** Compares this machine's clock with the `Date` of an answer. Throws a sentence when it is more than a minute off. */
export async function compareClock(url: string, now: () => Date): Promise<string> {
	const { host } = new URL(url)
	const before = now().getTime()
	const answer = await fetchOutside(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(
		() => null,
	)
	// An unreachable server shows nothing about this clock; its own function is tried separately.
	if (answer === null) return `no se pudo comparar: ${host} no contesta; compárala con la de otra máquina`
	const date = answer.headers.get('date')
	await answer.body?.cancel()
	if (date === null) return `${host} no dice la hora; compárala con la de otra máquina`
	// The answer was dated between the two times.
	const middle = (before + now().getTime()) / 2
	const off = Math.round((middle - Date.parse(date)) / 1000)
	if (Math.abs(off) <= mostSecondsOff) return `va igual que el de ${host}`
	const way = off < 0 ? 'atrasado' : 'adelantado'
	throw new Error(`está ${Math.abs(off)} segundos ${way} respecto de ${host}: sincronízalo (timedatectl set-ntp true)`)
}

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

/** Tries every call of the configured maps. Throws a sentence for a failing one. */
export async function probeMaps(env: Environment, shop: Position | undefined): Promise<string> {
	if (env.isDemo && env.MAPS_PROVIDER !== 'embedded')
		return `${env.MAPS_PROVIDER}: simulado donde falte su configuración`
	const found = await describeMaps(openMaps({ env }, shop ?? defaultShop))
	return shop ? found : `${found} (falta decir dónde está la tienda: se midió desde Metro Baquedano)`
}

/** Finds an address, measures its distance and draws its map. A rejected key is reported with the settings to check. */
export async function describeMaps(maps: MapsProvider): Promise<string> {
	try {
		const meters = await tryMaps(maps)
		return `${maps.name} encuentra ${triedAddress}, a ${(meters / 1000).toFixed(1)} km de la tienda, y dibuja su mapa`
	} catch (error) {
		if (!(error instanceof MapsKeyRefused)) throw error
		const whatToDo = 'revisa la llave, sus restricciones de IP y que sus tres API estén habilitadas'
		throw new Error(`no acepta GOOGLE_MAPS_KEY (${error.reason}): ${whatToDo}`, { cause: error })
	}
}

type Settings = Pick<Environment, 'WEBPAY_API_URL' | 'FLOW_API_URL' | 'MERCADOPAGO_ACCESS_TOKEN'>

const hostOf = (url: string | undefined) => (url === undefined ? '' : new URL(url).host)

/** The sentence for a gateway's test account, which moves no money; undefined for a real one. */
export function testAccountOf(env: Settings, name: GatewayMethod): string | undefined {
	const isTest = {
		webpay: hostOf(env.WEBPAY_API_URL).startsWith('webpay3gint.'),
		flow: hostOf(env.FLOW_API_URL).startsWith('sandbox.'),
		mercadopago: env.MERCADOPAGO_ACCESS_TOKEN?.startsWith('TEST-') === true,
	}[name]
	return isTest ? 'es la cuenta de prueba del proveedor: no cobra de verdad' : undefined
}
