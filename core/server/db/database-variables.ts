import { z } from 'zod'
import type { DatabaseAddresses } from '#core/server/db/database.ts'
import { isContainerName, reachOf } from '#core/server/platform/network-reach.ts'
import { signsInPassword, variableGroup } from '#core/server/platform/variable-group.ts'

/** Whether the database driver can parse this address; a socket's address names no server. */
function isReadable(address: string): boolean {
	return URL.canParse(address) || URL.canParse(address.replace('@/', '@socket/'))
}

const databaseAddress = z
	.string()
	.regex(/^postgres(ql)?:\/\//, 'debe empezar con postgres://')
	.refine(isReadable, `debe ser como postgres://usuario:contraseña@servidor:5432/base, ${signsInPassword}`)

/** Values of `sslmode` with which the driver rejects an unencrypted or unverified server. */
const encrypting = /^(require|verify-ca|verify-full)$/

/** Whether the database is on another machine without encryption. A one-word host is a container network's. */
function isDatabaseInTheOpen(address: string): boolean {
	const url = URL.parse(address) ?? URL.parse(address.replace('@/', '@localhost/'))
	if (!url) return false
	// As the driver reads them: the last value of a repeated parameter counts.
	const { sslmode, ssl, ...rest } = Object.fromEntries(url.searchParams)
	const host = rest.host || decodeURIComponent(url.hostname)
	if (host === '' || host.startsWith('/') || reachOf(host) === 'machine') return false
	if (sslmode !== undefined) return !encrypting.test(sslmode)
	if (ssl !== undefined) return !/^(true|1)$/.test(ssl)
	return !isContainerName(host)
}

export const databaseVariables = variableGroup({
	variables: {
		DATABASE_URL: databaseAddress.optional(),
		DATABASE_DIRECT_URL: databaseAddress.optional(),
	},
	neededInProduction: ['DATABASE_URL'],
	problems({ DATABASE_URL, DATABASE_DIRECT_URL }, isDemo) {
		const problems =
			DATABASE_DIRECT_URL && !DATABASE_URL
				? ['DATABASE_URL falta: DATABASE_DIRECT_URL es la misma base sin pasar por el pool que ella nombra']
				: []
		if (isDemo) return problems
		const open = Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL }).filter(
			([, address]) => address !== undefined && isDatabaseInTheOpen(address),
		)
		return [
			...problems,
			...open.map(
				([name]) =>
					`${name} debe llevar ?sslmode=verify-full (o require) con SHOP_MODE=production: la base está en otra máquina, y lo que viaja son datos de personas`,
			),
		]
	},
})

interface Given {
	readonly DATABASE_URL?: string | undefined
	readonly DATABASE_DIRECT_URL?: string | undefined
}

/** The addresses of PostgreSQL, through a pool and direct; undefined for the embedded database. */
export function databaseAddresses({ DATABASE_URL, DATABASE_DIRECT_URL }: Given): DatabaseAddresses | undefined {
	if (DATABASE_URL === undefined) return undefined
	const isPooled = DATABASE_DIRECT_URL !== undefined
	return { statements: DATABASE_URL, session: DATABASE_DIRECT_URL ?? DATABASE_URL, isPooled }
}
