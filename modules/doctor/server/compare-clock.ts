import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { googleAddresses } from '#modules/accounts/server/google-identity.ts'
import type { Environment } from '#shop/server/environment/environment.ts'

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
