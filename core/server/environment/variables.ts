import { z } from 'zod'
import type { DatabaseAddresses } from '#core/server/db/database.ts'
import {
	isContainerName,
	isThisMachine,
	reachOf,
	signsInPassword,
	text,
	url,
	variableGroup,
} from '#core/server/platform/variables.ts'

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

/** The driver reads `require` and `verify-ca` as `verify-full`, and warns of it in eight lines of English. */
const withPlainTls = (address: string) => address.replace(/([?&]sslmode=)(require|verify-ca)(?=&|$)/g, '$1verify-full')

/** The addresses of PostgreSQL, through a pool and direct; undefined for the embedded database. */
export function databaseAddresses({ DATABASE_URL, DATABASE_DIRECT_URL }: Given): DatabaseAddresses | undefined {
	if (DATABASE_URL === undefined) return undefined
	const isPooled = DATABASE_DIRECT_URL !== undefined
	const statements = withPlainTls(DATABASE_URL)
	return { statements, session: isPooled ? withPlainTls(DATABASE_DIRECT_URL) : statements, isPooled }
}

/** Whether mail is always sent encrypted: by smtps, or by smtp with mandatory STARTTLS. */
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

export const mailVariables = variableGroup({
	variables: {
		SMTP_URL: z
			.string()
			.regex(/^smtps?:\/\//, 'debe empezar con smtp:// o smtps://')
			.refine(
				(address) => URL.canParse(address) && new URL(address).hostname !== '',
				`debe ser como smtps://usuario:contraseña@servidor:465, ${signsInPassword}`,
			)
			.optional(),
		MAIL_FROM: text
			.refine(
				(from) => z.email().safeParse(/<([^<>]+)>$/.exec(from)?.[1] ?? from).success,
				'debe tener un correo, como Tienda <hola@tienda.cl>',
			)
			.default('Premium Shaker <hola@premiumshaker.cl>'),
	},
	neededInProduction: ['SMTP_URL', 'MAIL_FROM'],
	problems({ SMTP_URL }, isDemo) {
		if (isDemo || SMTP_URL === undefined || isMailEncrypted(SMTP_URL)) return []
		return [
			'SMTP_URL dejaría salir los correos sin cifrar: usa smtps://, o smtp:// con ?requireTLS=true y un servidor con STARTTLS',
		]
	},
})

/** A bucket for proofs and photos; without it they are on this machine's disk. */
export const fileVariables = variableGroup({
	variables: {
		S3_BUCKET: text.optional(),
		S3_ENDPOINT: url.optional(),
		S3_REGION: text.optional(),
		S3_ACCESS_KEY_ID: text.optional(),
		S3_SECRET_ACCESS_KEY: text.optional(),
	},
	together: [['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
	carrySecrets: ['S3_ENDPOINT'],
})

/** Fewer distinct characters mean a typed key: 32 random hexadecimal digits have fewer once in 30,000 keys. */
const leastDifferent = 10
/** Placeholder words in secrets; a random key has none of them. */
const placeholder = /secre|passw|contrase|clave|cambia|change|ejemplo|example|premium|shaker|qwerty|12345678|abcdefgh/i

/** The period of a repeating text: 3 for `abcabcab`, its length without repetition. */
function period(text: string): number {
	for (let length = 1; length < text.length; length += 1) {
		if (text.startsWith(text.slice(length))) return length
	}
	return text.length
}

/** Whether a key is plainly no secret: few characters, a repetition, an alphabet sequence, a placeholder. */
export function isPlainlyNoSecret(key: string): boolean {
	return new Set(key).size < leastDifferent || period(key) < 16 || placeholder.test(key)
}
