import { isContainerName, isThisMachine, reachOf } from '#server/platform/network-reach.ts'
import { gatewayVariables } from './gateway-variables.ts'
import { isPlainlyNoSecret } from './secret-strength.ts'

type Settings = Readonly<Record<string, unknown>>

/** Where secrets, money, and customers' pictures and addresses travel. */
const callsWithSecrets = [
	...Object.values(gatewayVariables).map(({ address }) => address),
	'OPENFACTURA_API_URL',
	'INSTAGRAM_API_URL',
	'S3_ENDPOINT',
	'PHOTON_URL',
	'OSRM_URL',
] as const

const textOf = (settings: Settings, name: string) => {
	const value = settings[name]
	return typeof value === 'string' ? value : undefined
}

/** Settings with which a shop for real money would show what it must keep, each in one sentence. */
export function unsafeSettings(settings: Settings): string[] {
	const problems: string[] = []
	for (const name of callsWithSecrets) {
		const address = textOf(settings, name)
		if (address?.startsWith('http://') && !isThisMachine(address))
			problems.push(
				`${name} debe empezar con https:// con SHOP_MODE=production: lleva datos que no pueden ir sin cifrar`,
			)
	}
	const mail = textOf(settings, 'SMTP_URL')
	if (mail !== undefined && !isMailEncrypted(mail))
		problems.push(
			'SMTP_URL dejaría salir los correos sin cifrar: usa smtps://, o smtp:// con ?requireTLS=true y un servidor con STARTTLS',
		)
	for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
		const database = textOf(settings, name)
		if (database !== undefined && isDatabaseInTheOpen(database))
			problems.push(
				`${name} debe llevar ?sslmode=verify-full (o require) con SHOP_MODE=production: la base está en otra máquina, y lo que viaja son datos de personas`,
			)
	}
	for (const name of ['SECRET_KEY', 'SECRET_KEY_PREVIOUS']) {
		const key = textOf(settings, name)
		if (key !== undefined && isPlainlyNoSecret(key))
			problems.push(`${name} no es un secreto, se puede adivinar: escribe una que salga de openssl rand -hex 32`)
	}
	return problems
}

/** Whether mail always leaves encrypted: by smtps, or by smtp that insists on STARTTLS. */
function isMailEncrypted(address: string): boolean {
	if (isThisMachine(address)) return true
	const { protocol, password, searchParams } = new URL(address)
	const insists = searchParams.get('requireTLS') === 'true'
	const takesBack = [...searchParams].some(
		([name, value]) => /^(secure|requireTLS|tls\.rejectUnauthorized)$/i.test(name) && !/^(true|1)$/i.test(value),
	)
	const ignores = searchParams.has('ignoreTLS') || searchParams.has('opportunisticTLS')
	return !takesBack && !ignores && (protocol === 'smtps:' || password !== '' || insists)
}

/** The values of `sslmode` with which the driver refuses a server that does not encrypt, or cannot show that it is itself. */
const encrypting = /^(require|verify-ca|verify-full)$/

/** Whether the database is on another machine without encryption. A name of one word is a container's own network. */
function isDatabaseInTheOpen(address: string): boolean {
	const url = URL.parse(address) ?? URL.parse(address.replace('@/', '@localhost/'))
	if (!url) return false
	// As the driver reads them: of a parameter that is written twice the last one counts.
	const { sslmode, ssl, ...rest } = Object.fromEntries(url.searchParams)
	const host = rest.host || decodeURIComponent(url.hostname)
	if (host === '' || host.startsWith('/') || reachOf(host) === 'machine') return false
	if (sslmode !== undefined) return !encrypting.test(sslmode)
	if (ssl !== undefined) return !/^(true|1)$/.test(ssl)
	return !isContainerName(host)
}
