/** Meanings of network, TLS and PostgreSQL codes for the operator. */
const reasons: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'ahí no escucha nadie: mira la dirección y el puerto, y que esté andando',
	ENOTFOUND: 'ese nombre no existe: mira cómo está escrito, y el DNS de la máquina',
	EAI_AGAIN: 'el DNS de la máquina no contesta',
	ECONNRESET: 'cortó la conexión',
	EHOSTUNREACH: 'no hay camino hasta esa máquina',
	ENETUNREACH: 'no hay camino hasta esa red',
	ETIMEDOUT: 'no contestó a tiempo: mira la red y los cortafuegos',
	UND_ERR_CONNECT_TIMEOUT: 'no contestó a tiempo: mira la red y los cortafuegos',
	UND_ERR_SOCKET: 'cortó la conexión',
	CERT_HAS_EXPIRED: 'su certificado venció',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'su certificado no es de una autoridad que esta máquina conozca',
	SELF_SIGNED_CERT_IN_CHAIN: 'su certificado no es de una autoridad que esta máquina conozca',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'su certificado no es de una autoridad que esta máquina conozca',
	ERR_TLS_CERT_ALTNAME_INVALID: 'su certificado es de otro nombre',
	'28P01': 'contesta, pero la contraseña no es la de ese usuario',
	'28000': 'contesta, pero no deja entrar a ese usuario así (pg_hba.conf, o falta TLS)',
	'3D000': 'contesta, pero esa base no existe',
	'42501': 'contesta, pero el usuario no tiene derechos en esa base (GRANT CREATE ON DATABASE, o hazlo su dueño)',
	'53300': 'contesta, pero no le quedan conexiones (max_connections)',
	'57P03': 'está partiendo o deteniéndose',
}

export const noTrigrams =
	'le falta la extensión pg_trgm, con la que busca el panel: instala los módulos contrib de ese PostgreSQL (en Debian vienen con él), o pide a quien lo arrienda que la permita'

/** Meanings of English messages of PostgreSQL and the shop's own errors. */
const sentences: readonly (readonly [RegExp, string])[] = [
	[
		/^the file store answered (\d+).*$/s,
		'el depósito respondió $1: mira su nombre, su región y los permisos de la llave',
	],
	[/^(extension "pg_trgm" is not available|could not open extension control file .*pg_trgm).*$/s, noTrigrams],
	[/^there is no bucket (.*)$/, 'el depósito $1 no existe'],
	[/^no answer from (\S+?)(: \w+)?$/, '$1 no contesta'],
	[/^(\S+) answered (\d+)$/, '$1 respondió $2'],
]

/** The sentence for one error, without its causes. */
function reasonOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined
	const code = 'code' in error ? String(error.code) : ''
	if (error.name === 'TimeoutError' || /timeout expired|terminated due to connection timeout/.test(error.message))
		return reasons.ETIMEDOUT
	return Object.hasOwn(reasons, code) ? reasons[code] : undefined
}

/**
 * Explains in a sentence for the operator why a service failed: by the innermost known cause, else in the error's own
 * words, but never a query's.
 */
export function plainReason(error: unknown): string {
	if (error instanceof AggregateError) return [...new Set(error.errors.map(plainReason))].join(', ')
	let last = error
	for (let depth = 0; last instanceof Error && depth < 8; depth++) {
		const reason = reasonOf(last)
		if (reason !== undefined) return reason
		if (last instanceof AggregateError) return plainReason(last)
		if (!(last.cause instanceof Error)) break
		last = last.cause
	}
	if (!(error instanceof Error)) return String(error)
	// A query's text and values mean nothing to the operator, and may be customers'.
	const { message } = error.message.startsWith('Failed query') && last instanceof Error ? last : error
	for (const [said, plain] of sentences) if (said.test(message)) return message.replace(said, plain)
	return message
}
