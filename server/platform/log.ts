import pino from 'pino'

/** What use cases tell the log; pino and Fastify's own are of this shape. */
export interface Log {
	info(details: object, message: string): void
	warn(details: object, message: string): void
	error(details: object, message: string): void
}

/** What an error looks like in the log: what happened, where, and what caused it. */
interface LoggedError {
	readonly type: string
	readonly message: string
	readonly code?: string
	/** Which table and rule of the database said no. */
	readonly rule?: string
	readonly stack: string
	readonly cause?: LoggedError
}

const deepest = 5

/** PostgreSQL's errors about data (class 22) and rules (23) quote the data; which rule it was is told beside. */
const quotesData = /^2[23][0-9A-Z]{3}$/

/** An error without what people typed: no statements' parameters, no quoted rows, only the fields named here. */
function loggedError(error: unknown, depth = 0): LoggedError {
	if (!tellsOfAnError(error)) return { type: typeof error, message: 'not an error', stack: '' }
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

/** An error, or what the job queue makes of one: its fields in an object of no class. */
function tellsOfAnError(value: unknown): value is Pick<Error, 'message' | 'stack' | 'cause'> & { name?: string } {
	if (value instanceof Error) return true
	return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
}

/** A failed statement's message ends with the values that it was sent with. */
const withoutParams = (message: string) => message.replace(/\nparams:[\s\S]*$/, '')

/** The places only: the first lines of a stack repeat the message. */
const framesOf = (stack: string | undefined) =>
	(stack ?? '')
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
		.join('\n')

/** An error in plain text for a terminal, with as little of what people typed as in the log. */
export function errorText(error: unknown): string {
	const lines: string[] = []
	for (let one: LoggedError | undefined = loggedError(error); one; one = one.cause)
		lines.push(`${one.type}${one.code === undefined ? '' : ` ${one.code}`}: ${one.message}`, one.stack)
	return lines.filter((line) => line !== '').join('\n')
}

/** The log of a process: one JSON line each, on the standard output. */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
	const options = { level, redact: ['req.headers.authorization'], serializers: { err: loggedError } }
	return destination ? pino(options, destination) : pino(options)
}
