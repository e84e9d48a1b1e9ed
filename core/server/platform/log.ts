import pino from 'pino'

/** The log of use cases, a subset of pino's and Fastify's. */
export interface Log {
	info(details: object, message: string): void
	warn(details: object, message: string): void
	error(details: object, message: string): void
}

/** An error in the log: message, stack frames, and causes. */
interface LoggedError {
	readonly type: string
	readonly message: string
	readonly code?: string
	/** The violated constraint with its table. */
	readonly rule?: string
	readonly stack: string
	readonly cause?: LoggedError
}

const deepest = 5

/**
 * PostgreSQL's errors about data (class 22) and constraints (23) quote the data; the constraint is logged separately.
 */
const quotesData = /^2[23][0-9A-Z]{3}$/

/** An error without typed text: no statements' parameters, no quoted rows, only the fields named here. */
function loggedError(error: unknown, depth = 0): LoggedError {
	if (!isErrorLike(error)) return { type: typeof error, message: 'not an error', stack: '' }
	const fields = error as Error & Record<string, unknown>
	const code = typeof fields.code === 'string' || typeof fields.code === 'number' ? String(fields.code) : undefined
	const rule = [fields.table, fields.column, fields.constraint].filter((part) => typeof part === 'string').join(' ')
	const message = code && quotesData.test(code) ? 'the database refused the data' : withoutParams(error.message)
	return {
		type: error.name ?? 'Error',
		message,
		...(code === undefined ? {} : { code }),
		...(rule === '' ? {} : { rule }),
		stack: framesOf(error.stack),
		...(error.cause instanceof Error && depth < deepest ? { cause: loggedError(error.cause, depth + 1) } : {}),
	}
}

/** An error, or the job queue's plain object with an error's fields. */
function isErrorLike(value: unknown): value is Pick<Error, 'message' | 'stack' | 'cause'> & { name?: string } {
	if (value instanceof Error) return true
	return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
}

/** A failed statement's message ends with its parameters. */
const withoutParams = (message: string) => message.replace(/\nparams:[\s\S]*$/, '')

/** The frames only: the first lines of a stack repeat the message. */
const framesOf = (stack: string | undefined) =>
	(stack ?? '')
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
		.join('\n')

/** An error as plain text for a terminal, with the same redaction as in the log. */
export function errorText(error: unknown): string {
	const lines: string[] = []
	for (let one: LoggedError | undefined = loggedError(error); one; one = one.cause)
		lines.push(`${one.type}${one.code === undefined ? '' : ` ${one.code}`}: ${one.message}`, one.stack)
	return lines.filter((line) => line !== '').join('\n')
}

/** The log of a process: JSON lines on the standard output. */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
	const options = { level, redact: ['req.headers.authorization'], serializers: { err: loggedError } }
	return destination ? pino(options, destination) : pino(options)
}

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
	[/^the gateway refuse(?:d|s the key): (.*)$/s, 'no acepta las credenciales o la llamada; respondió: $1'],
]

/** The sentence for one error, without its causes. */
function reasonOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined
	const code = 'code' in error ? String(error.code) : ''
	if (error.name === 'TimeoutError' || /timeout expired|terminated due to connection timeout/.test(error.message))
		return reasons.ETIMEDOUT
	if (Object.hasOwn(reasons, code)) return reasons[code]
	// The mail library has a code of its own, and the system's in its text.
	const inText = /^connect (E[A-Z]+)\b/.exec(error.message)?.[1] ?? ''
	return Object.hasOwn(reasons, inText) ? reasons[inText] : undefined
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
